import { describe, expect, test } from 'vitest'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { actionName, type Window } from './console.ts'
import { useQuietShift } from './site.ts'

/** Nothing moves under the pointer or the focus while fires come in, and what a row says is true. */

const shift = useQuietShift()
const { device, raise } = shift
const open = async (): Promise<Window> => {
  const window = await shift.console.open({
    language: 'en',
    as: shift.console.server.world.accounts.northAdmin,
    at: '/message/messageList',
  })
  await window.page.locator('.ew-live[data-state=live]').first().waitFor()
  return window
}

describe('the list keeps still while in use', () => {
  const rowIds = ({ page }: Window) =>
    page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-row'))))
  const alarms = () => shift.console.server.db.selectFrom('alarm').select(['id', 'state']).orderBy('id').execute()

  test('rows keep their places while the pointer is over them; a fire enters at once, below it, and is not crossed out', async () => {
    const operator = await open()
    const { page } = operator
    await raise(device(0, 0), device(0, 1))
    await operator.go('/alarm/alarmLogList?all=true')
    await expect.poll(async () => (await rowIds(operator)).length).toBe(2)
    const before = await rowIds(operator)
    await page.locator('tbody tr').first().hover()
    await raise(device(1, 0), device(1, 1))
    await expect.poll(async () => (await rowIds(operator)).length).toBe(4)
    const during = await rowIds(operator)
    expect([during[0], during[3]]).toEqual(before)
    // Left alone, it is in its own order again.
    await page.locator('h1').hover()
    await expect.poll(() => rowIds(operator)).toEqual((await alarms()).map(({ id }) => id).toReversed())
    expect(await page.locator('tr[data-tone=gone]').count()).toBe(0)
    await operator.close()
  })

  test('ten newer alarms leave ten burning ones their buttons, and one that is confirmed says so', async () => {
    const operator = await open()
    const { page } = operator
    await raise(device(0, 0))
    await expect.poll(alarms).toHaveLength(1)
    const [one] = await alarms()
    const { id: _id, ...fire } = await shift.console.server.db
      .selectFrom('alarm')
      .selectAll()
      .where('id', '=', one?.id ?? 0)
      .executeTakeFirstOrThrow()
    const ten = Array.from({ length: 10 }, (_none, index) => ({
      ...fire,
      level: 'warning' as const,
      first_at: new Date(Date.now() - index),
    }))
    await operator.go('/alarm/alarmLogList?all=true')
    await expect.poll(() => rowIds(operator)).toEqual([one?.id])
    const row = page.locator(`tr[data-row="${one?.id}"]`)
    await row.hover()
    await shift.console.server.db.insertInto('alarm').values(ten).execute()
    // The list is read again, without the fire on its first page.
    await raise(device(0, 0))
    await page.locator('.ew-held-bar').waitFor()
    expect(await row.getAttribute('data-tone')).toBe('fire')
    await row.getByRole('button', { name: actionName(alarmEn.confirm) }).click()
    await row.locator('.ew-tag', { hasText: /Confirmed/ }).waitFor()
    expect(await row.getAttribute('data-tone')).not.toBe('gone')
    await row.getByRole('button', { name: actionName(alarmEn.resolve) }).waitFor()
    await operator.close()
  })

  test('the keyboard focus holds them as well', async () => {
    const operator = await open()
    const { page } = operator
    await raise(device(0, 0))
    await operator.go('/alarm/alarmLogList?all=true')
    await page.locator('tbody tr').first().waitFor()
    await page.locator('h1').hover()
    await page.keyboard.press('j')
    const before = await rowIds(operator)
    await raise(device(0, 1))
    await expect.poll(async () => (await rowIds(operator)).length).toBe(2)
    expect((await rowIds(operator))[0]).toBe(before[0])
    await operator.close()
  })
})

/** What a browser does that translates a page: each text is put into elements of its own, which the page knows nothing of. */
const translate = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) if (texts.currentNode.data.trim() !== '') found.push(texts.currentNode)
  for (const text of found) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text.data)
  }
}`

test('in a page that the browser has translated, an alarm that is confirmed does not stay “unconfirmed”', async () => {
  const operator = await open()
  const { page } = operator
  await raise(device(0, 0))
  await operator.go('/alarm/alarmLogList')
  const row = page.locator('tbody tr').first()
  await row.locator('.ew-tag', { hasText: /Unconfirmed/ }).waitFor()
  await page.evaluate(translate)
  await row.getByRole('button', { name: actionName(alarmEn.confirm) }).click()
  await row.locator('.ew-tag', { hasText: /Confirmed/ }).waitFor()
  expect(await row.locator('.ew-tag', { hasText: /Unconfirmed/ }).count()).toBe(0)
  await row.getByRole('button', { name: actionName(alarmEn.resolve) }).waitFor()
  await operator.close()
})

test('keyboard shortcuts: J and K move, C confirms, Enter opens, and none of them while typing', async () => {
  const operator = await open()
  const { page } = operator
  await raise(device(0, 0), device(0, 1))
  await operator.go('/alarm/alarmLogList?all=true')
  // Once the rows have stood still: until then, a key may have been meant for another one.
  await page.locator('tbody tr').nth(1).getByRole('button').first().click({ trial: true })
  const states = async () =>
    (await shift.console.server.db.selectFrom('alarm').select('state').orderBy('id').execute()).map(({ state }) => state)
  await page.getByLabel(alarmEn.keyword).click()
  await page.keyboard.type('jjc')
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed'])
  await page.getByLabel(alarmEn.keyword).fill('')
  await page.locator('h1').click()
  // The newest comes first: two rows down is the older one.
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('c')
  await expect.poll(states).toEqual(['confirmed', 'unconfirmed'])
  await page.keyboard.press('k')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: alarmEn.keys.title })
  await help.waitFor()
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  expect(await states()).toEqual(['confirmed', 'unconfirmed'])
  await page.locator('tbody tr a[href*="detail?id="]').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/alarmLogList\/detail/)
  await operator.close()
})
