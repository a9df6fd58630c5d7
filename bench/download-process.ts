import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

// Many slow downloads at the same time, in a process of their own: `node download-process.ts <JSON>` with the addresses, what they contain and how
// fast each one reads. Prints `started` when all are under way, and at the end how many were correct and how many connections broke.

const { urls, sha256, bytesPerSecond } = JSON.parse(process.argv[2] ?? '{}') as {
  urls: { first: string; tokens: string[] }
  sha256: string
  bytesPerSecond: number
}
const agent = new Agent({ maxSockets: Infinity })
let under = 0

/** Continues where the connection broke, as a device does. */
const tries = 10
let breaks = 0

const download = async (url: string): Promise<boolean> => {
  const hash = createHash('sha256')
  let read = 0
  let began = 0
  for (let attempt = 1; ; attempt++) {
    try {
      const sent = request(url, { agent, headers: read === 0 ? {} : { range: `bytes=${read}-` } }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      if (response.statusCode !== (read === 0 ? 200 : 206)) throw new Error(`answered ${response.statusCode}`)
      if (began === 0) {
        began = performance.now()
        if (++under === urls.tokens.length) process.stdout.write('started\n')
      }
      for await (const piece of response as AsyncIterable<Buffer>) {
        hash.update(piece)
        read += piece.length
        const early = (read / bytesPerSecond) * 1000 - (performance.now() - began)
        if (early > 1) await delay(early)
      }
      return hash.digest('hex') === sha256
    } catch (error) {
      breaks++
      if (attempt === tries) throw error
      await delay(100 * attempt)
    }
  }
}

const results = await Promise.all(urls.tokens.map((token) => download(`${urls.first}${token}`).catch(() => false)))
process.stdout.write(`right ${results.filter(Boolean).length} ${breaks}\n`)
