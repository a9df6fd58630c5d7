import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { seedDemoMessages } from '../seed/demo-messages.ts'
import { openDatabase } from './platform/database/database.ts'

/** A text arrives soon; a phone rings for a while, and nobody presses a key. */
const receipts = { '/sms': { afterMs: 2_000, state: 'delivered' }, '/voice': { afterMs: 8_000, state: 'answered' } } as const

const isWay = (path: string | undefined): path is keyof typeof receipts => path !== undefined && Object.hasOwn(receipts, path)

interface Message {
  readonly key: string
  readonly receiptUrl: string
}

/**
 * Simulates a carrier for the demo: accepts texts and calls, sends nothing, and reports later that they arrived. Returns a function that
 * stops it.
 */
export const startDemoCarrier = async (
  connection: pg.PoolConfig,
  publicUrl: string,
  afterMs: Readonly<Partial<Record<keyof typeof receipts, number>>> = {},
): Promise<() => Promise<void>> => {
  const stopping = new AbortController()
  const report = async (way: keyof typeof receipts, { key, receiptUrl }: Message): Promise<void> => {
    const { state } = receipts[way]
    await delay(afterMs[way] ?? receipts[way].afterMs, undefined, { signal: stopping.signal })
    const query = new URLSearchParams({ key, state })
    await fetch(`${receiptUrl}?${query.toString()}`, { signal: stopping.signal })
  }
  const server = createServer((request, response) => {
    const way = request.url
    if (!isWay(way)) return void response.writeHead(404).end()
    void json(request).then(
      (body) => {
        const message = body as Message
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: message.key }))
        // A lost receipt does no harm.
        void report(way, message).catch(() => undefined)
      },
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const database = openDatabase({ max: 1, ...connection })
  try {
    await seedDemoMessages(database.kysely, { carrierUrl: `http://127.0.0.1:${port}`, publicUrl })
  } finally {
    await database.close()
  }
  return async () => {
    stopping.abort()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
