import { DomainError } from '@emberwatch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The caller went away before the request had arrived whole. What the reader of its body fails with then is no failure of ours. */
export const isBrokenOff = ({ raw }: FastifyRequest, error: unknown): boolean =>
  // What was ended by us, for example because it was too slow, says so.
  !(error instanceof DomainError) && !raw.complete && (raw.socket.destroyed || raw.socket.remoteAddress === undefined)

/** Calls back when the caller goes away before the answer was sent whole. A stream of events ends in no other way. */
export const onLeftEarly = ({ routeOptions }: FastifyRequest, { raw }: FastifyReply, then: () => void): void => {
  if (routeOptions.config.entry?.reply === 'stream') return
  raw.once('close', () => {
    if (!raw.writableFinished) then()
  })
}
