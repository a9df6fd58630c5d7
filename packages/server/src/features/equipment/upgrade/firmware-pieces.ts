import { buildTopic, encodeMessage, type UpgradeChunkMessage, type UpgradeChunkRequest } from '@emberwatch/device-link'
import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Broker } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offeredFile, takeBytes } from './offer.store.ts'

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
export const createFirmwarePieces = ({
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
