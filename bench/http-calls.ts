import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One call over a kept connection. Resolves to the envelope's data. */
export const call = async <T>(
  url: string,
  token: string | null,
  method: 'GET' | 'POST',
  path: string,
  input: object,
): Promise<T> => {
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
  const sent = request(`${url}/api/${path}${query}`, {
    agent,
    method,
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  })
  sent.end(method === 'GET' ? undefined : JSON.stringify(input))
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  const answer = JSON.parse(text) as { success: boolean; msg: string; data: T }
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

/** Signs in and resolves to the session's token. */
export const signIn = (url: string, account: string, password: string): Promise<string> =>
  call<string>(url, null, 'POST', 'web/account/login', { account, password })

export interface Throughput {
  readonly url: string
  readonly path: string
  readonly input: object
  /** Callers that each wait for their answer before they call again. Every caller has a session of its own. */
  readonly tokens: readonly string[]
  readonly seconds: number
}

/** Answered calls per second. Run in a process of its own, so that it does not share a thread with what else is measured. */
export const callsPerSecond = async (options: Throughput): Promise<number> => {
  const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, CALLS_CHILD: '1' } })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the callers ended with ${String(code)}`)))
  child.send(options)
  const [answered] = (await Promise.race([once(child, 'message'), ended])) as [number]
  return answered / options.seconds
}

/** One caller on a connection of its own, which sends the next call when the answer to the last is complete. */
const callAgainAndAgain = async ({ url, path, input }: Throughput, token: string, until: number): Promise<number> => {
  const { hostname, port } = new URL(url)
  const query = new URLSearchParams(input as Record<string, string>).toString()
  const text = `GET /api/${path}?${query} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const socket = connect(Number(port), hostname).setNoDelay(true)
  let answered = 0
  let read: Buffer = Buffer.alloc(0)
  socket.write(text)
  for await (const chunk of socket) {
    read = read.length === 0 ? (chunk as Buffer) : Buffer.concat([read, chunk as Buffer])
    const end = read.indexOf('\r\n\r\n')
    if (end < 0) continue
    const head = read.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) throw new Error(`${path}: ${head}`)
    if (read.length < end + 4 + length) continue
    read = Buffer.alloc(0)
    answered++
    if (performance.now() > until) break
    socket.write(text)
  }
  return answered
}

if (process.env['CALLS_CHILD'] === '1' && process.send) {
  process.once('message', (options: Throughput) => {
    const until = performance.now() + options.seconds * 1_000
    void Promise.all(options.tokens.map((token) => callAgainAndAgain(options, token, until))).then((counts) =>
      process.send?.(
        counts.reduce((sum, count) => sum + count, 0),
        () => process.exit(0),
      ),
    )
  })
}
