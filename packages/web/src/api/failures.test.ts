import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** What the specification's section 8 requires when a call fails: which text, and for how long. */

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

let answer: (signal?: AbortSignal | null) => Promise<Response>
beforeAll(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/', documentElement: {} })
  vi.stubGlobal('location', { hash: '#/alarm/alarmLogList' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => answer(signal))
})
// The language is in a module that other tests of this process read as well.
afterAll(async () => {
  vi.stubGlobal('navigator', { languages: [] })
  localStorage.removeItem('local_lang')
  const { initLanguage } = await import('../i18n/language.ts')
  initLanguage()
  vi.unstubAllGlobals()
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const failing = (code: number, msg: string) => async () =>
  Response.json({ code, success: false, msg, data: null }, { status: 422, headers: { 'content-type': 'application/json' } })

const load = async () => {
  const [{ call }, { readBlob }, { useToasts }, { endpoints }, { beginSession, useSession }] = await Promise.all([
    import('./call.ts'),
    import('./files.ts'),
    import('../toast.ts'),
    import('@emberwatch/contract'),
    import('../session/session.ts'),
  ])
  return { call, readBlob, endpoints, beginSession, useSession, shown: () => useToasts.getState().shown.map(({ text }) => text) }
}

const lasts = (shown: () => string[], text: string, ms: number) => {
  vi.advanceTimersByTime(ms - 1)
  expect(shown()).toEqual([text])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
}

test('a rejected call shows the server’s message for 4 s', async () => {
  const { call, endpoints, shown } = await load()
  answer = failing(1001, 'Please correct: Name')
  await expect(call(endpoints.area.countries, {})).rejects.toThrow('Please correct')
  lasts(shown, 'Please correct: Name', 4_000)
})

test('a download that answers JSON shows its message for 6 s', async () => {
  const { readBlob, endpoints, shown } = await load()
  answer = failing(1003, 'Gone')
  await expect(readBlob(endpoints.file.read, { id: '0'.repeat(32) })).rejects.toThrow('Gone')
  lasts(shown, 'Gone', 6_000)
})

test('an ended session is reported once in 2 s, clears the sign-in and leads to the sign-in page', async () => {
  const { call, endpoints, beginSession, useSession, shown } = await load()
  const end = async (words: string) => {
    answer = failing(103, words)
    beginSession('token')
    await expect(call(endpoints.area.countries, {})).rejects.toThrow(words)
  }
  await end('first')
  expect(useSession.getState().token).toBeNull()
  expect(location.hash).toContain('/user/login')
  vi.advanceTimersByTime(1_999)
  await end('second')
  expect(shown()).toEqual(['first'])
  vi.advanceTimersByTime(1)
  await end('third')
  expect(shown()).toEqual(['first', 'third'])
})

test('somebody who signs out is not told that the session has ended', async () => {
  const { beginSession, useSession, shown } = await load()
  const { beginSignOut, endSession } = await import('../session/session.ts')
  beginSession('token')
  beginSignOut()
  // The server tells every window of the session, this one as well.
  endSession('ended')
  expect(useSession.getState().token).toBeNull()
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(60_000)
  beginSession('next')
  endSession('ended by somebody else')
  expect(shown()).toEqual(['ended by somebody else'])
})

test('a branding that could not be read is not taken for an unknown company, so that it is asked for again', async () => {
  await load()
  vi.stubGlobal('location', { hash: '#/user/login', hostname: '127.0.0.1' })
  const { findBranding } = await import('../shell/use-branding.ts')
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await findBranding({ code: 'north' })).toEqual({})
  answer = failing(1007, 'starting')
  expect(await findBranding({ code: 'north' })).toEqual({})
  const own = { platformName: 'Emberwatch' }
  answer = async () => Response.json({ code: 200, success: true, msg: '', data: own })
  expect(await findBranding({ code: 'north' })).toEqual({ found: own })
  let calls = 0
  answer = async () =>
    ++calls === 1 ? failing(1003, 'unknown')() : Response.json({ code: 200, success: true, msg: '', data: own })
  expect(await findBranding({ code: 'nobody' })).toEqual({ found: own, isUnknown: true })
  vi.stubGlobal('location', { hash: '#/alarm/alarmLogList' })
})

test('a truncated answer shows an alert, unless the page itself is being left', async () => {
  const { call, endpoints, shown } = await load()
  const { watchLeaving } = await import('./interrupted.ts')
  answer = async () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('cut off')) }))
  await expect(call(endpoints.area.countries, {})).rejects.toThrow()
  expect(shown()).toHaveLength(1)
  vi.runAllTimers()
  const page = new EventTarget()
  watchLeaving(page as unknown as Window)
  page.dispatchEvent(new Event('pagehide'))
  await expect(call(endpoints.area.countries, {})).rejects.toThrow('cut off')
  expect(shown()).toEqual([])
})

test('a call on a dead connection ends after 20 s; it may have been executed', async () => {
  const { call, endpoints, shown } = await load()
  const { startI18n } = await import('../i18n/i18n.ts')
  await startI18n()
  answer = (signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  const calls = Promise.allSettled([call(endpoints.area.countries, {}), call(endpoints.alarm.confirm, { id: 1 })])
  vi.advanceTimersByTime(19_999)
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(1)
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(shown()).toEqual(['Network error, please retry later', expect.stringContaining('may or may not have gone through')])
})
