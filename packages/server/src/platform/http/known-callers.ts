/** How long an answer about a session is believed (ms). Sessions are dead within 1 s, wherever they are ended. */
const believedMs = 500
/** Nobody has more sessions in use at a time. */
const maxKnown = 20_000

/**
 * Answers who a token's caller is without asking the database at every call. `find` is asked at most once for each token and
 * half second. After `forget`, everybody is looked up anew: it follows every write of this process, so that what somebody changes
 * applies to their own next call.
 */
export const createKnownCallers = <Caller>(find: (token: string) => Promise<Caller | null>) => {
  let known = new Map<string, { readonly caller: Promise<Caller | null>; readonly askedAt: number }>()
  return {
    of(token: string): Promise<Caller | null> {
      const now = performance.now()
      const before = known.get(token)
      if (before && now - before.askedAt < believedMs) return before.caller
      const caller = find(token)
      if (known.size >= maxKnown) known = new Map()
      const asked = { caller, askedAt: now }
      const mine = known
      mine.set(token, asked)
      // A failure, and a token of nobody, are asked about again.
      const drop = (): void => void (mine.get(token) === asked && mine.delete(token))
      caller.then((found) => found ?? drop(), drop)
      return caller
    },
    forget(): void {
      known = new Map()
    },
  }
}
