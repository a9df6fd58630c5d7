import type pg from 'pg'
import type { Logger } from 'pino'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { Batcher } from './batcher.ts'
import { classifyFailure } from './classify-failure.ts'
import type { InboundMessage } from './inbound-message.ts'
import { companiesOf, LockLook } from './locked-rows.ts'
import type { Preparer } from './prepare.ts'
import { salvage } from './salvage.ts'
import { traceBatch } from './trace-batch.ts'
import { writeBatch } from './write-batch.ts'
import type { WriteOptions } from './write-batch.ts'

export interface LaneOptions {
  write: WriteOptions
  /** For lookups outside the writing transactions. */
  lookups: Pick<pg.Pool, 'query'>
  preparer: Preparer
  log: Logger
  onWritten: (item: InboundMessage) => void
  onOutage: (error: unknown, items: readonly InboundMessage[]) => Promise<void>
  isStopping: () => boolean
  /** Messages waiting in all lanes. */
  waiting: () => number
}

/** One of several parallel writers (lanes.ts). */
export function createLane(options: LaneOptions): Batcher<InboundMessage> {
  const { write, lookups, preparer, log, onWritten, onOutage, isStopping, waiting } = options
  const look = new LockLook(lookups, write.faultType)
  return new Batcher<InboundMessage>({
    write: (items, patient) => traceBatch(items, () => writeBatch(write, items, undefined, { patient })),
    onWritten,
    isPoison: (error) => classifyFailure(error) === 'poison',
    onPoison: (item, error, patient) => salvage({ write, preparer, log, onOutage, isStopping, patient }, item, error),
    onFailure: (error, waitMs, items) => {
      log.warn({ err: error, waitMs, waiting: waiting() }, 'reports could not be stored; retrying')
      void onOutage(error, items)
    },
    onUnsettled: (error, { client }) => log.error({ err: error, client }, 'a stored message could not be acknowledged'),
    locks: {
      isTimeout: isLockTimeout,
      groupsOf: companiesOf,
      lockedOut: (items) => look.lockedOut(items),
      onHeld: ({ message }) => message.setAside?.(),
      onSetAside: (messages) => log.warn({ messages }, 'reports are waiting for locked rows; others are not affected'),
    },
  })
}
