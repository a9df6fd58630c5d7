/** How long an answer about a session is reused (ms). A session is refused within 1 s, wherever it was ended. */
const believedMs = 500
/** More than the sessions in use at any time. */
const maxKnown = 20_000

/**
 * Knows a token's caller without querying the database at every call. `find` is called at most once per token and half second. After
 * `forget`, every caller is looked up anew. It follows every write of this process, so that a change applies to the caller's own next call.
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
      // Failures and unknown tokens are not remembered.
      const drop = (): void => void (mine.get(token) === asked && mine.delete(token))
      caller.then((found) => found ?? drop(), drop)
      return caller
    },
    forget(): void {
      known = new Map()
    },
  }
}
