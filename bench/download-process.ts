import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createHash } from 'node:crypto'

// Many slow downloads at a time, in a process of their own: `node download-process.ts <JSON>` with the addresses, what they hold and how fast each one reads.
// Prints `started` when all are under way, and at the end how many were right.

const { urls, sha256, bytesPerSecond } = JSON.parse(process.argv[2] ?? '{}') as {
  urls: { first: string; tokens: string[] }
  sha256: string
  bytesPerSecond: number
}
const agent = new Agent({ maxSockets: Infinity })
let under = 0

const download = async (url: string): Promise<boolean> => {
  const sent = request(url, { agent }).end()
  const [response] = await once(sent, 'response')
  const hash = createHash('sha256')
  let read = 0
  const began = performance.now()
  if (++under === urls.tokens.length) process.stdout.write('started\n')
  for await (const piece of response as AsyncIterable<Buffer>) {
    hash.update(piece)
    read += piece.length
    const early = (read / bytesPerSecond) * 1000 - (performance.now() - began)
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
  }
  return hash.digest('hex') === sha256
}

const results = await Promise.all(urls.tokens.map((token) => download(`${urls.first}${token}`).catch(() => false)))
process.stdout.write(`right ${results.filter(Boolean).length}\n`)
