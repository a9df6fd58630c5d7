import type { Page } from 'playwright-core'
import type { WorldAccount } from '../packages/server/src/testing/context.ts'
import type { Console, Window } from './console.ts'

/** A sign address in Shanghai. */
export const gate = { latitude: 31.2304, longitude: 121.4737 }

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The engineers' page on a phone at the gate of the site. */
export const openPhoneOf = async (ui: Console, language: 'zh' | 'en', as?: WorldAccount): Promise<Window> => {
  const window = await ui.open({ language, width: 390, ...(as ? { as, separate: true } : {}) })
  const context = window.page.context()
  await context.grantPermissions(['geolocation'], { origin: ui.server.url })
  await context.setGeolocation({ ...gate, accuracy: 12 })
  // Without the trailing slash, as people type it.
  await window.page.goto(`${ui.server.url}/m`)
  return window
}
