import { text } from 'node:stream/consumers'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCrowd, auditsOfTask } from '../packages/server/src/features/notify/message-task/message-task.fixture.ts'
import { startStandIn, type StandIn } from '../packages/server/src/features/notify/notify-provider/stand-ins.fixture.ts'
import type { WorldAccount } from '../packages/server/src/testing/context.ts'
import { texts as filesEn } from '../packages/web/src/features/people/customer-contract/customer-contract.en.ts'
import { texts as filesZh } from '../packages/web/src/features/people/customer-contract/customer-contract.zh.ts'
import { texts as taskEn } from '../packages/web/src/features/notify/message-task/message-task.en.ts'
import { texts as taskZh } from '../packages/web/src/features/notify/message-task/message-task.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/**
 * A message to many people: counted and previewed, scheduled and cancelled, tested on oneself, cancelled while it is being sent,
 * sent again where it failed, and with a file that only its receivers open.
 */
const languages = [
  { language: 'zh', shared: zh, kit: kitZh, task: taskZh, files: filesZh },
  { language: 'en', shared: en, kit: kitEn, task: taskEn, files: filesEn },
] as const

const price = 0.05
const people = 40

describe.each(alternating(import.meta.filename, languages))('in $language', ({ language, shared, kit, task, files }) => {
  let console: Console
  let sms: StandIn
  let window: Window

  beforeAll(async () => {
    let count = 0
    sms = await startStandIn(() => ({ status: 200, body: JSON.stringify({ id: `sms-${++count}` }) }))
    console = await startConsole()
    const { db, world, call } = console.server
    const { northAdmin, siterAdmin } = world.accounts
    await addCrowd({ ...world, db }, people)
    await db.updateTable('account').set({ phone: '13900000009' }).where('id', '=', northAdmin.id).execute()
    const made = await call(
      'POST',
      'web/notifyProvider/create',
      {
        kind: 'httpSms',
        name: 'SMS',
        priority: 1,
        // Eight at once, then one per second: enough time to cancel.
        ratePerMinute: 60,
        timeoutS: 10,
        enabled: true,
        url: sms.url,
        allowPrivate: true,
        bodyFormat: 'json',
        body: '{"to":"{{phone}}","text":"{{content}}"}',
        refPath: 'id',
        unitPrice: price,
        currency: 'CNY',
      },
      await console.server.tokenOf(siterAdmin),
    )
    if (!made.success) throw new Error(made.msg)
    window = await console.open({ language, as: northAdmin, at: '/message/messageTaskList' })
  })
  afterAll(async () => {
    await console?.stop()
    await sms?.stop()
  })
  captureFailures(() => console.windows)

  const shot = async (name: string): Promise<void> => {
    const folder = process.env['SHOTS']
    if (!folder) return
    for (const [width, height] of [
      [1440, 900],
      [992, 900],
      [390, 844],
    ] as const) {
      await window.page.setViewportSize({ width, height })
      // A drawer moves when the window becomes narrower.
      await window.page.waitForTimeout(500)
      await window.page.screenshot({ path: `${folder}/${name}-${language}-${width}.png` })
    }
    await window.page.setViewportSize({ width: 1440, height: 900 })
  }
  const rowOf = (title: string) => window.page.getByRole('row', { name: new RegExp(title) })
  /** An action of a row, even if it is behind “More”, and the confirmation that follows. */
  const act = async (title: string, action: string, said?: string): Promise<void> => {
    const { page } = window
    await pressAction(rowOf(title), action)
    if (said === undefined) return
    await page.locator('.ant-modal-confirm .ant-btn-primary, .ant-modal .ant-btn-primary').last().click()
    await page.getByText(said).first().waitFor()
  }
  /** Adds an account to the receivers of the open form. */
  const addReceiver = async (account: string): Promise<void> => {
    await window.page.getByRole('dialog').getByLabel(shared.fields.accountIds).first().fill(account)
    const options = window.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    // Only once the list is narrowed down, to this account and those chosen before, does it stand still.
    await expect.poll(() => options.count()).toBeLessThanOrEqual(2)
    await options.filter({ hasText: account }).click()
  }
  const stateOf = (title: string, state: keyof typeof shared.enums.messageTaskState, timeout = 15_000) =>
    rowOf(title).getByText(shared.enums.messageTaskState[state]).waitFor({ timeout })
  const sentTo = (phone: string): number => sms.heard.filter(({ text }) => text.includes(phone)).length
  const stored = (title: string) =>
    console.server.db.selectFrom('message_task').selectAll().where('title', '=', title).executeTakeFirstOrThrow()

  test('its receivers are counted while it is written; it is previewed, scheduled, and cancelled before its time', async () => {
    const { page } = window
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: kit.create }).first().click()
    await dialog.locator('#title').fill('Drill')
    await window.choose(shared.fields.pushType, shared.enums.pushType.sms)
    await window.choose(shared.fields.pushObject, shared.enums.pushObject.filter)
    await dialog.getByText(task.reachChoose).waitFor()
    await window.choose(shared.fields.accountTypes, shared.enums.accountType.customer)
    // Everybody in the crowd except the one without a number, and the accounts that exist anyway.
    const counted = new RegExp(task.reach.replace('{{total}}', '(\\d+)').replace('{{reachable}}', '(\\d+)'))
    const [, total, reachable] = counted.exec(await dialog.getByText(counted).innerText()) ?? []
    expect(Number(total)).toBeGreaterThanOrEqual(people)
    expect(Number(reachable)).toBeLessThan(Number(total))
    await dialog.locator('#contentZh').fill('{{receiver}}：周五演练。')
    await dialog.locator('#contentEn').fill('Dear {{receiver}}, drill on Friday.')
    // As people paste it from elsewhere, with seconds.
    await dialog.locator('#scheduleAt').fill('2099-01-01 09:00:00')
    await page.keyboard.press('Enter')
    await page.locator('.ant-drawer-title').first().click()
    await page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)').waitFor({ state: 'hidden' })
    await shot('task-form')
    await window.expectClean()
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })

    await act('Drill', task.preview)
    await dialog.getByText(language === 'zh' ? /：周五演练。/ : /Dear .*, drill on Friday\./).waitFor()
    await shot('task-preview')
    await window.expectClean()
    await page.locator('.ant-drawer-close').click()
    await dialog.waitFor({ state: 'hidden' })
    await act('Drill', task.send, task.queued)
    await stateOf('Drill', 'queued')
    await rowOf('Drill')
      .getByText(/2099-01-01/)
      .waitFor()
    await act('Drill', task.cancel, task.cancelled)
    await stateOf('Drill', 'cancelled')
    expect(sms.heard).toHaveLength(0)
  })

  test('a copy is tested on oneself; once cancelled while being sent, it reaches nobody else', async () => {
    const { page } = window
    const dialog = page.getByRole('dialog')
    await act('Drill', task.copy)
    await dialog.locator('#title').fill('At once')
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })
    await act('At once', task.test, task.tested)
    await expect.poll(() => sentTo('13900000009'), { timeout: 15_000 }).toBe(1)
    expect(sms.heard).toHaveLength(1)

    await act('At once', task.send, task.queued)
    await expect.poll(() => sms.heard.length, { timeout: 20_000 }).toBeGreaterThan(3)
    await stateOf('At once', 'sending')
    await act('At once', task.cancel, task.cancelled)
    await stateOf('At once', 'cancelled')
    // Messages under way still arrive; then nothing more is sent.
    const { db } = console.server
    const { id } = await stored('At once')
    const states = async () =>
      (await db.selectFrom('message_record').select('state').where('task_id', '=', id).execute()).map(({ state }) => state)
    await expect.poll(async () => (await states()).filter((state) => state === 'queued' || state === 'sending').length).toBe(0)
    const sent = (await states()).filter((state) => state === 'sent').length
    expect(sent).toBeLessThan(people - 1)
    expect(await states()).toContain('cancelled')
    // The test message to oneself does not count as a message of the task.
    expect(sms.heard).toHaveLength(sent + 1)
    // Messages already sent are counted, and so are their costs.
    await expect.poll(async () => (await stored('At once')).costs).toEqual({ CNY: Math.round(sent * price * 100) / 100 })
    expect(await auditsOfTask({ ...console.server.world, db }, id)).toEqual(
      expect.arrayContaining(['messageTask.send', 'messageTask.cancel']),
    )
  })

  test('failures are counted, shown, and sent again', async () => {
    const { page } = window
    const dialog = page.getByRole('dialog')
    sms.answer = ({ text }) =>
      text.includes('13800000021')
        ? { status: 400, body: '{}' }
        : { status: 200, body: JSON.stringify({ id: `x-${Math.random()}` }) }
    await page.getByRole('button', { name: kit.create }).first().click()
    await dialog.locator('#title').fill('Two people')
    await window.choose(shared.fields.pushType, shared.enums.pushType.sms)
    await dialog.getByLabel(shared.fields.pushObject).first().click()
    await page.getByTitle(shared.enums.pushObject.account, { exact: true }).click()
    for (const account of ['crowd21', 'crowd22']) await addReceiver(account)
    await page.locator('.ant-drawer-title').first().click()
    await dialog.getByText(task.reach.replace('{{total}}', '2').replace('{{reachable}}', '2')).waitFor()
    await dialog.locator('#contentZh').fill('周五演练')
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })
    await act('Two people', task.send, task.queued)
    await stateOf('Two people', 'done', 30_000)
    const row = rowOf('Two people')
    // Its name, failures and costs are visible without scrolling.
    await row.getByText(`${price} CNY`).waitFor()
    await shot('task-list')
    await row.getByRole('link', { name: 'Two people' }).click()
    await page.getByRole('tab', { name: task.records }).click()
    await page.getByText(shared.enums.sendFailure.refused).first().waitFor()
    await shot('task-detail')
    await window.expectClean()

    sms.answer = () => ({ status: 200, body: JSON.stringify({ id: `y-${Math.random()}` }) })
    await window.go('/message/messageTaskList')
    await act('Two people', task.retry, task.retried)
    await row.getByText(`${price * 2} CNY`).waitFor({ timeout: 30_000 })
    await stateOf('Two people', 'done', 30_000)
    expect(sentTo('13800000021')).toBeGreaterThan(1)
    expect(sentTo('13800000002')).toBeGreaterThan(0)
    expect((await stored('Two people')).counts).toMatchObject({ sent: 2, failed: 0 })
    await window.go('/message/messageRecordList')
    await page.getByText('138****0021').first().waitFor()
    await shot('record-list')
  })

  test('a file goes with a message: too large ones are refused at the field, the receiver opens it, and nobody else', async () => {
    const { page } = window
    const { accounts } = console.server.world
    const dialog = page.getByRole('dialog')
    await window.go('/message/messageTaskList')
    await page.getByRole('button', { name: kit.create }).first().click()
    await dialog.locator('#title').fill('Plan')
    await dialog.getByLabel(shared.fields.pushObject).first().click()
    await page.getByTitle(shared.enums.pushObject.account, { exact: true }).click()
    await addReceiver(accounts.northCustomer.account)
    await page.locator('.ant-drawer-title').first().click()
    await dialog.locator('#contentZh').fill('见附件')
    await dialog.locator('#contentEn').fill('The plan is attached')
    await dialog.getByText(/20 MB/).first().waitFor()
    const chooser = dialog.locator('input[type=file]')
    await page.evaluate(`{
      const input = document.querySelector('[role=dialog] input[type=file]')
      const chosen = new DataTransfer()
      chosen.items.add(new File([new Uint8Array(20 * 1_048_576 + 1)], 'hall.pdf'))
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }`)
    await dialog.getByText(files.form.tooLarge.replace('{{name}}', 'hall.pdf').replace('{{size}}', '20')).waitFor()
    const content = 'Assemble at the east gate.'
    await chooser.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from(content) })
    const link = files.openFile.replace('{{name}}', 'plan.txt')
    await dialog.getByRole('button', { name: link }).waitFor()
    await shot('task-files')
    await window.expectClean()
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })
    await act('Plan', task.send, task.queued)
    await stateOf('Plan', 'done', 30_000)

    const reader = await console.open({ language, as: accounts.northCustomer, at: '/message/messageList' })
    const download = reader.page.waitForEvent('download')
    await reader.page.getByRole('button', { name: link }).click()
    expect(await text(await (await download).createReadStream())).toBe(content)
    await reader.expectClean()
    await reader.close()
    const { id } = await console.server.db
      .selectFrom('file')
      .select('id')
      .where('name', '=', 'plan.txt')
      .executeTakeFirstOrThrow()
    const status = async (account: WorldAccount): Promise<number> => {
      const authorization = `Bearer ${await console.server.tokenOf(account)}`
      return (await fetch(`${console.server.url}/api/file/read?id=${id}`, { headers: { authorization } })).status
    }
    expect(await Promise.all([accounts.northCustomer, accounts.northEngineer, accounts.southAdmin].map(status))).toEqual([
      200, 404, 404,
    ])
  })
})
