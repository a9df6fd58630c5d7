import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** Why the program cannot start yet, in the languages of the product: no database can say which one its reader chose. */
export interface WaitingReason {
  /** The part of readiness, and its word. */
  readonly part: string
  readonly word: string
  readonly zh: string
  readonly en: string
}

export const diskFullReason = (dataDir: string): WaitingReason => ({
  part: 'disk',
  word: 'full',
  zh: `服务器磁盘已满（${dataDir}），平台无法启动，目前不接收任何报警。请联系运维人员清理磁盘空间；有空间后平台会自动启动。在此之前，请以现场控制器和电话通报为准。`,
  en: `The disk of the server is full (${dataDir}), so the platform cannot start, and no alarm is received. Whoever runs the server has to make room; the platform then starts by itself. Until then, rely on the panels on site and on the telephone.`,
})

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)

const pageOf = ({ zh, en }: WaitingReason): string => `<!doctype html>
<html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="15">
<title>平台无法启动 · The platform cannot start</title>
<style>body{font:18px/1.6 system-ui,sans-serif;max-width:40em;margin:15vh auto;padding:0 1em}h1{font-size:1.4em}</style></head>
<body><h1>平台无法启动</h1><p>${escaped(zh)}</p><h1 lang="en">The platform cannot start</h1><p lang="en">${escaped(en)}</p></body></html>`

/** Answers everything with 503 and the reason while the program cannot start. Returns a function that frees the port again. */
export const showWaitingPage = async (
  { host, port }: { readonly host: string; readonly port: number },
  reason: WaitingReason,
): Promise<{ port: number; stop: () => Promise<void> }> => {
  const readiness = JSON.stringify({ status: 'unavailable', [reason.part]: reason.word })
  const page = pageOf(reason)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const isPage = request.headers.accept?.includes('text/html') === true
    const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    // Gateways and consoles come back, and nothing is kept of what they send.
    response.writeHead(503, { 'content-type': type, 'retry-after': '15', 'cache-control': 'no-store', connection: 'close' })
    response.end(isPage ? page : readiness)
  }
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }, answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
