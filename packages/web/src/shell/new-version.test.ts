import { expect, test, vi } from 'vitest'

vi.mock('../live/live.ts', () => ({ useConnection: () => true }))

test('the console is identified by the scripts of its page, whatever surrounds them', async () => {
  const { scriptsOf } = await import('./new-version.ts')
  const page = (app: string) =>
    `<script nomodule src="./old-browser.js"></script><script type="module" src="./assets/runtime-a1.js"></script><script type="module" crossorigin src="./assets/${app}"></script>`
  expect(scriptsOf(page('app-a1.js'))).toBe('./assets/runtime-a1.js ./assets/app-a1.js')
  expect(scriptsOf(`<html data-theme="dark">${page('app-b2.js')}</html>`)).toBe('./assets/runtime-a1.js ./assets/app-b2.js')
  expect(scriptsOf('<script type="module" src="/src/main.tsx"></script>')).toBe('')
})
