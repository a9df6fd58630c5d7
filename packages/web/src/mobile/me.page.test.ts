import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

/** What one's own page says about a browser that cannot do everything. */

afterEach(() => vi.unstubAllGlobals())
const notices = async (isSecureContext: boolean) => {
  vi.stubGlobal('isSecureContext', isSecureContext)
  vi.stubGlobal('navigator', { language: 'en', languages: ['en'] })
  vi.stubGlobal('document', { baseURI: 'http://fire.example.com/m/', documentElement: {} })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
  const { MePage } = await import('./me.page.tsx')
  return renderToStaticMarkup(createElement(MePage)).match(/m-notice[^<]*/g)
}

test('without https, the page says once what does not work, and why', async () => {
  expect(await notices(false)).toEqual([expect.stringMatching(/not an https address.*notify/)])
})

test('with https, a browser without push is not told to use https', async () => {
  expect(await notices(true)).toEqual([expect.stringMatching(/does not support push/), expect.not.stringMatching(/https/)])
})
