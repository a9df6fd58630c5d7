import { DomainError } from '@emberwatch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether the caller disconnected before the request had arrived in full. The resulting error of the body's reader is then not our failure. */
export const isBrokenOff = ({ raw }: FastifyRequest, error: unknown): boolean =>
  // A DomainError marks a request that we ended ourselves, for example because it was too slow.
  !(error instanceof DomainError) && !raw.complete && (raw.socket.destroyed || raw.socket.remoteAddress === undefined)

/** Calls back when the caller disconnects before the complete answer was sent. Event streams are left out, as they always end like that. */
export const onLeftEarly = ({ routeOptions }: FastifyRequest, { raw }: FastifyReply, then: () => void): void => {
  if (routeOptions.config.entry?.reply === 'stream') return
  raw.once('close', () => {
    if (!raw.writableFinished) then()
  })
}
