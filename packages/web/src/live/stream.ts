import { endpoints, errorCatalogue, healthEveryMs } from '@emberwatch/contract'
import { ApiError } from '../api/api-error.ts'
import { apiBase } from '../api/base.ts'
import { envelopeIn, refuse, requestHeaders } from '../api/call.ts'
import { useSession } from '../session/session.ts'
import { followStream, type Follower } from './follow-stream.ts'

export type { Connection } from './follow-stream.ts'

/** A session that has ended or must change its password first gets no stream. Anything else is worth a retry. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === errorCatalogue.sessionInvalid.code || error.code === errorCatalogue.mustChangePassword.code)

/** Follows the console's live stream until `signal` aborts. */
export const follow = (stop: AbortSignal, follower: Follower): Promise<void> =>
  followStream(stop, follower, {
    open: async (given, signal) => {
      const { token } = useSession.getState()
      const headers = requestHeaders()
      for (const [name, value] of Object.entries(given)) headers.set(name, value)
      const answer = await fetch(`${apiBase}/${endpoints.live.stream.path}`, { headers, signal, cache: 'no-store' })
      return answer.ok && answer.body ? answer.body : refuse(await envelopeIn(answer), token, true)
    },
    isFinal,
    heartbeatMs: healthEveryMs,
  })
