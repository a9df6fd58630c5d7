import type { UpgradeChunkRequest } from '@emberwatch/device-link'
import type { Logger } from 'pino'
import type { Broker } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { answerAsk } from './answer-ask.ts'
import { createFirmwarePieces } from './firmware-pieces.ts'

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
