import {
  type UpgradeMessage,
  buildTopic,
  encodeMessage,
  type UpgradeChunkMessage,
  type UpgradeChunkRequest,
} from '@emberwatch/device-link'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Ctx } from '../../../platform/context.ts'
import { mayGoOut, offerOf, offeredFile, takeBytes } from './offer.store.ts'
import { unitsByIds } from './upgrade-device.store.ts'
import type { Broker } from '../../../platform/broker/broker.ts'

/** How long a gateway that asks over HTTP waits for its offer; the poll interval is below. */
const waitMs = 5_000
const lookMs = 250
/** How many gateways may wait at once, each only once, because polling costs database queries. Others are answered at once and ask again later. */
const waitingAtOnce = 50
const waiting = new Set<number>()

/**
 * The answer to a gateway without MQTT that asks for an upgrade: the step offered to it or its device, or nothing. What it said is already
 * stored. If an offer is possible, this waits a few seconds for the engine to make it.
 */
const answerAsk = async (ctx: Ctx, gatewayId: number, deviceCode: string | null): Promise<UpgradeMessage | null> => {
  const { systemDb: db, clock } = ctx
  const open = async () => {
    const { rows } = await sql<{ id: number; state: string }>`
      select u.id, u.state from upgrade_device u join upgrade_task t on t.id = u.task_id
       where u.gateway_id = ${gatewayId} and u.state in ('waiting', 'sent', 'downloading')
         and (u.state <> 'waiting' or t.state = 'enabled')
         and u.point = (select case when ${deviceCode}::text is null then 'g' || ${gatewayId} else (select 'd' || d.id from device d
           where d.gateway_id = ${gatewayId} and d.code = ${deviceCode} and d.deleted_at is null) end)
       order by u.state = 'waiting', u.id limit 1`.execute(db)
    return rows[0]
  }
  const take = async (id: number): Promise<UpgradeMessage | null> => {
    const [unit] = await unitsByIds(db, [id])
    if (unit === undefined || !(await mayGoOut(ctx, id))) return null
    // It now has the offer, so its silence counts from here on.
    const row = db.updateTable('upgrade_device').set({ published_at: clock.now() }).where('id', '=', unit.id)
    await row.where('state', '=', 'sent').where('published_at', 'is', null).execute()
    return (await offerOf(ctx, unit)) ?? null
  }
  const first = await open()
  if (first === undefined) return null
  if (first.state !== 'waiting') return take(first.id)
  if (waiting.size >= waitingAtOnce || waiting.has(gatewayId)) return null
  waiting.add(gatewayId)
  try {
    for (let waited = 0; waited < waitMs; waited += lookMs) {
      await delay(lookMs)
      const found = await open()
      if (found === undefined) return null
      if (found.state !== 'waiting') return await take(found.id)
    }
    return null
  } finally {
    waiting.delete(gatewayId)
  }
}

/** How many requests of one gateway, and of all, may wait for an answer. A gateway that asks for more has to repeat its request. */
const waitingOfOne = 8
const waitingOfAll = 256
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface FirmwarePieces {
  /** Answers a request. Never throws. */
  serve(gatewayId: number, gatewayCode: string, request: UpgradeChunkRequest): void
}

/**
 * Sends pieces of firmware files over MQTT to gateways without HTTP. Only the gateway through which a step is offered gets them, and only
 * during the attempt. Any other request is answered with an empty file.
 */
const createFirmwarePieces = ({
  ctx: { systemDb: db, files },
  broker,
  log,
}: {
  readonly ctx: Pick<Ctx, 'systemDb' | 'files'>
  readonly broker: Pick<Broker, 'publish'>
  readonly log: Pick<Logger, 'warn'>
}): FirmwarePieces => {
  const waiting = new Map<number, number>()
  let all = 0

  const pieceOf = async (
    gatewayId: number,
    { task, device, offset, length }: UpgradeChunkRequest,
  ): Promise<UpgradeChunkMessage> => {
    const none = { task, offset, total: 0, data: '', more: false }
    const found = isUuid.test(task) ? await offeredFile(db, { offer: task.toLowerCase(), gatewayId }) : undefined
    if (found === undefined || found === 'over') return none
    const { unit, edition } = found
    if ((device ?? null) !== (unit.device_id === null ? null : unit.code)) return none
    const { size, fileId } = edition
    const bytes = Math.min(length, size - offset)
    if (bytes <= 0) return { ...none, total: size }
    if (!(await takeBytes(db, found, bytes))) return none
    const file = await open(files.pathOf(fileId), 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset)
      return {
        task,
        offset,
        total: size,
        data: buffer.subarray(0, bytesRead).toString('base64'),
        more: offset + bytesRead < size,
      }
    } finally {
      await file.close()
    }
  }

  return {
    serve(gatewayId, gatewayCode, request) {
      const own = waiting.get(gatewayId) ?? 0
      if (own >= waitingOfOne || all >= waitingOfAll) return
      waiting.set(gatewayId, own + 1)
      all++
      void pieceOf(gatewayId, request)
        .then((piece) => broker.publish(buildTopic(gatewayCode, 'upgrade/chunk'), encodeMessage(piece)))
        .catch((error: unknown) => log.warn({ err: error }, 'a piece of a firmware file could not be sent'))
        .finally(() => {
          all--
          const left = (waiting.get(gatewayId) ?? 1) - 1
          if (left > 0) waiting.set(gatewayId, left)
          else waiting.delete(gatewayId)
        })
    },
  }
}

interface Gateway {
  readonly id: number
  readonly code: string
}

/** Answers gateways that ask about upgrades, once their message is stored. */
export interface UpgradeAnswers {
  /** Sends a piece of a firmware file. Never throws. */
  piece(gateway: Gateway, request: UpgradeChunkRequest): void
  /** What is offered to a gateway that asks over HTTP, or to one of its devices. Null if nothing is. */
  ask(gateway: Gateway, deviceCode: string | null): Promise<object | null>
}

export const createUpgradeAnswers = (parts: {
  readonly ctx: Ctx
  readonly broker: Pick<Broker, 'publish'>
  readonly log: Pick<Logger, 'warn'>
}): UpgradeAnswers => {
  const pieces = createFirmwarePieces(parts)
  return {
    piece: ({ id, code }, request) => pieces.serve(id, code, request),
    ask: ({ id }, deviceCode) => answerAsk(parts.ctx, id, deviceCode),
  }
}
