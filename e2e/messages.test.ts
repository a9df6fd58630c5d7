import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as messageEn } from '../packages/web/src/features/base/message/message.en.ts'
import { texts as recordEn } from '../packages/web/src/features/base/message-record/message-record.en.ts'
import { texts as recordZh } from '../packages/web/src/features/base/message-record/message-record.zh.ts'
import { texts as taskEn } from '../packages/web/src/features/notify/message-task/message-task.en.ts'
import { texts as taskZh } from '../packages/web/src/features/notify/message-task/message-task.zh.ts'
import { texts as templateEn } from '../packages/web/src/features/notify/message-template/message-template.en.ts'
import { kit } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/** A template is written, approved by a second person, sent to somebody and read; what went to people outside is found among the records. */

let console: Console

beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** Folder for screenshots, given by SHOTS. */
const shot = async ({ page }: Window, name: string): Promise<void> => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
/** A text of a list that is visible without scrolling: not behind the fixed column of actions. */
const readAtOnce = async ({ page }: Window, text: string): Promise<void> => {
  const found = page.getByText(text).first()
  await found.waitFor()
  const shown = await found.boundingBox()
  const actions = await page.locator('thead .ew-cell-actions').boundingBox()
  expect((shown?.x ?? Infinity) + (shown?.width ?? 0)).toBeLessThanOrEqual(actions?.x ?? 0)
}
const confirmed = ({ page }: Window): Promise<void> =>
  page.locator('.ant-modal-confirm .ant-btn-primary, .ant-modal .ant-btn-primary').last().click()

test('from a template to the reader', async () => {
  const { northAdmin, siterAdmin } = console.server.world.accounts
  const window = await console.open({ language: 'en', as: northAdmin, at: '/message/messageTemplateList' })
  const { page } = window
  await page
    .getByRole('button', { name: /Create|New/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: en.fields.code }).fill('DRILL')
  await dialog.locator('#name').fill('Fire drill')
  await window.choose(en.fields.event, en.enums.templateEvent.notice)
  await window.choose(en.fields.channel, en.enums.notifyMethod.inSite)
  await window.choose(en.fields.language, 'English')
  await dialog.locator('#title').fill('Drill of {{company}}')
  const content = dialog.locator('#content')
  await content.fill('Dear {{name}}, the drill begins at nine.')
  await dialog.getByText(/There is no variable \{\{name\}\}/).waitFor()
  await window.submit()
  // The field lists the variables.
  await dialog.getByText(/\{\{receiver\}\} \{\{company\}\} \{\{date\}\}/).waitFor()
  await shot(window, 'template-form')
  await content.fill('Dear ')
  await dialog
    .getByRole('button', {
      name: templateEn.insert.replace('{{variable}}', 'receiver').replace('{{name}}', en.enums.templateVariable.receiver),
    })
    .click()
  await expect.poll(() => content.inputValue()).toBe('Dear {{receiver}}')
  await window.expectClean()
  await window.submit()
  await dialog.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: /Fire drill/ })
  await pressAction(row, templateEn.preview)
  await page.getByText('Dear Alex Example').waitFor()
  await shot(window, 'template-preview')
  await window.expectClean()
  await page.keyboard.press('Escape')
  await pressAction(row, templateEn.submit)
  await confirmed(window)
  await row.getByText(en.enums.templateState.submitted).waitFor()
  await shot(window, 'template-list')

  // Nobody can approve their own; the operating company does.
  await row.getByRole('button', { name: kit.more }).click()
  await page.getByRole('menuitem', { name: new RegExp(templateEn.decide), disabled: true }).waitFor()
  await page.keyboard.press('Escape')
  const second = await console.open({ language: 'en', as: siterAdmin, at: '/message/messageTemplateList' })
  await pressAction(second.page.getByRole('row', { name: /Fire drill/ }), templateEn.decide)
  await second.page.getByRole('radio', { name: templateEn.agree }).check()
  await second.submit()
  await second.page
    .getByRole('row', { name: /Fire drill/ })
    .getByText(new RegExp(en.enums.templateState.approved))
    .waitFor()
  await second.close()

  await window.go('/message/messageTaskList')
  await page
    .getByRole('button', { name: /Create|New/ })
    .first()
    .click()
  await dialog.locator('#title').fill('Drill on Friday')
  await dialog.getByLabel(en.fields.pushObject).first().click()
  await page.getByTitle(en.enums.pushObject.account, { exact: true }).click()
  await window.choose(en.fields.accountIds, 'NorthAdmin')
  await dialog.getByText('1, of whom 1 can be reached').waitFor()
  await window.choose(en.fields.templateEnId, 'Fire drill')
  await shot(window, 'task-form')
  await window.expectClean()
  await window.submit()
  await dialog.waitFor({ state: 'hidden' })
  const task = page.getByRole('row', { name: /Drill on Friday/ })
  await pressAction(task, taskEn.preview)
  await page.getByText('Dear Alex Example').waitFor()
  await page.keyboard.press('Escape')
  await pressAction(task, taskEn.send)
  await confirmed(window)
  await task.getByText(en.enums.messageTaskState.done).waitFor()
  await shot(window, 'task-list')
  await task.getByRole('link', { name: 'Drill on Friday' }).click()
  await page.getByRole('heading', { name: 'Drill on Friday' }).waitFor()
  await page.getByText('Dear Alex Example').waitFor()
  await shot(window, 'task-detail')
  await window.expectClean()

  const reader = await console.open({ language: 'en', as: northAdmin, at: '/message/messageList' })
  await reader.page
    .getByText(/^Dear .*dmin/)
    .first()
    .waitFor()
  await shot(reader, 'my-messages')
  await reader.expectClean()
  // Found by its type, and not among others.
  const drill = reader.page.getByRole('row', { name: /Drill of/ })
  await drill.getByText(en.messages.taskNotice.name).waitFor()
  for (const [type, count] of [
    ['siteAssigned', 0],
    ['taskNotice', 1],
  ] as const) {
    await reader.page.getByRole('combobox', { name: en.fields.type, exact: true }).fill(en.messages[type].name)
    await reader.page.keyboard.press('Enter')
    await reader.page.getByRole('button', { name: kit.search.search, exact: true }).click()
    await expect.poll(() => drill.count()).toBe(count)
  }
  await shot(reader, 'my-messages-of-a-type')
  // Found among the read ones, and not among the others.
  await pressAction(drill, messageEn.markRead)
  await drill.getByText(new RegExp(`${messageEn.read}$`)).waitFor()
  for (const [state, count] of [
    [messageEn.unread, 0],
    [messageEn.read, 1],
  ] as const) {
    await reader.page.getByLabel(messageEn.readState).first().click()
    await reader.page.getByTitle(state, { exact: true }).last().click()
    await reader.page.getByRole('button', { name: kit.search.search, exact: true }).click()
    await expect.poll(() => drill.count()).toBe(count)
  }
  await reader.close()
  await window.close()
})

test('a task for accounts that match a filter: counted while it is chosen, and shown in words', async () => {
  const { northAdmin } = console.server.world.accounts
  const window = await console.open({ language: 'zh', as: northAdmin, at: '/message/messageTaskList' })
  const { page } = window
  await page.getByRole('button', { name: kitZh.create }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('#title').fill('周五演练')
  await dialog.getByLabel(zh.fields.pushObject).first().click()
  await page.getByTitle(zh.enums.pushObject.filter, { exact: true }).click()
  await dialog.getByText(taskZh.reachChoose).waitFor()
  await dialog.locator('#contentZh').fill('{{receiver}}：周五演练。')
  await window.submit()
  await dialog.locator('.ant-form-item-explain-error', { hasText: zh.fields.filter }).waitFor()
  await window.choose(zh.fields.accountTypes, zh.enums.accountType.distributor)
  await dialog.getByText(/人，其中 \d+ 人可收到/).waitFor()
  await window.choose(zh.fields.companyIds, 'North Distributor')
  await window.expectClean()
  await shot(window, 'task-filter-zh-1440')
  await page.setViewportSize({ width: 992, height: 900 })
  await shot(window, 'task-filter-zh-992')
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(window, 'task-filter-zh-390')
  await window.expectClean()
  await page.setViewportSize({ width: 1440, height: 900 })
  await window.submit()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: '周五演练' }).click()
  await page
    .getByText(new RegExp(`${zh.enums.accountType.distributor}.*North Distributor`))
    .first()
    .waitFor()
  await window.expectClean()
  await shot(window, 'task-detail-filter-zh-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(window, 'task-detail-filter-zh-390')
  const { north } = console.server.world.companies
  const kept = await console.server.db.selectFrom('message_task').select('filter').where('push_object', '=', 'filter').execute()
  expect(kept).toEqual([{ filter: { accountTypes: ['distributor'], companyIds: [north.id] } }])
  await window.close()
})

test.each(alternating(import.meta.filename, ['zh', 'en'] as const))(
  'a company of the filter that is gone meanwhile is refused at the filter (%s)',
  async (language) => {
    const { db, world } = console.server
    const [texts, task] = language === 'zh' ? [zh, taskZh] : [en, taskEn]
    const window = await console.open({ language, as: world.accounts.northAdmin, at: '/message/messageTaskList' })
    const { page } = window
    await page
      .getByRole('button', { name: language === 'zh' ? kitZh.create : kit.create })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const title = `Agents ${language}`
    await dialog.locator('#title').fill(title)
    await dialog.getByLabel(texts.fields.pushObject).first().click()
    await page.getByTitle(texts.enums.pushObject.filter, { exact: true }).click()
    await dialog.getByText(task.reachChoose).waitFor()
    await dialog.locator('#contentZh').fill('{{receiver}}：周五演练。')
    await window.choose(texts.fields.companyIds, 'North Agent Two')
    await dialog.getByText(task.reachChoose).waitFor({ state: 'hidden' })
    const { id } = world.companies.northAgentTwo
    const gone = (deleted_at: string | null) => db.updateTable('company').set({ deleted_at }).where('id', '=', id).execute()
    await gone(new Date().toISOString())
    try {
      await window.submit()
      await dialog
        .locator('.ant-form-item', { has: page.locator('.ew-task-filter') })
        .locator('.ant-form-item-explain-error', { hasText: texts.fields.companyIds })
        .waitFor()
      // Nothing else of the filter is marked as wrong.
      const marked = dialog.locator('.ew-task-filter .ant-select-status-error')
      expect(await marked.count()).toBe(1)
      await marked.getByText('North Agent Two').waitFor()
      await shot(window, `task-filter-refused-${language}`)
      const kept = await db.selectFrom('message_task').select('id').where('title', '=', title).execute()
      expect(kept).toEqual([])
    } finally {
      await gone(null)
    }
    // The choices were kept.
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: title }).waitFor()
    const { filter } = await db.selectFrom('message_task').select('filter').where('title', '=', title).executeTakeFirstOrThrow()
    expect(filter).toEqual({ companyIds: [id] })
    await window.close()
  },
)

test('messages to people outside are listed, and sent again', async () => {
  const { db, world } = console.server
  const { id: company_id, path } = world.companies.north
  const sent = {
    company_id,
    path,
    cause: 'task' as const,
    channel: 'sms' as const,
    receiver: 'Night porter',
    phone: '13812345678',
  }
  await db
    .insertInto('message_record')
    .values({
      ...sent,
      title: 'Drill',
      content: 'The drill begins at nine.',
      state: 'failed',
      failure: 'no route',
      failure_kind: 'notWorking',
      attempts: 3,
    })
    .execute()
  // A message that failed because of the provider continues as a copy.
  const earlier = { ...sent, receiver: 'Janitor', phone: '13900000001', title: 'Fire', created_at: new Date(Date.now() - 60_000) }
  const first = await db
    .insertInto('message_record')
    .values({ ...earlier, state: 'failed', failure_kind: 'timeLimit', attempts: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const copy = await db
    .insertInto('message_record')
    .values({ ...earlier, failure_kind: 'timeLimit', copy_of: first.id, due_at: new Date(Date.now() + 600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const window = await console.open({ language: 'zh', as: world.accounts.northAdmin, at: '/message/messageRecordList' })
  await window.page.getByText('138****5678').waitFor()
  await readAtOnce(window, zh.enums.sendFailure.notWorking)
  // The provider's answer is only for the operating company.
  expect(await window.page.getByText('no route').count()).toBe(0)
  await window.page.getByText(recordZh.copy.replace('{{id}}', String(first.id))).waitFor()
  await window.page.getByText(recordZh.again.replace('{{id}}', String(copy.id))).waitFor()
  await shot(window, 'record-list-zh')
  await window.page.getByRole('button', { name: recordZh.details }).first().click()
  await window.page.getByRole('dialog').getByText(zh.fields.deliveredAt).waitFor()
  await window.expectClean()
  await window.page.keyboard.press('Escape')
  const why = '缺少设备名称，现场人员不知道去哪里'
  const text = { event: 'alarm', channel: 'sms', language: 'zh', content: '{{project}}发生{{type}}' } as const
  await db
    .insertInto('message_template')
    .values({ company_id, path, code: 'SHORT', name: '报警短信', ...text, state: 'rejected', reason: why })
    .execute()
  await window.go('/message/messageTemplateList')
  await readAtOnce(window, why)
  await shot(window, 'template-list-zh')
  await window.go('/message/messageTaskList')
  await shot(window, 'task-list-zh')
  await window.close()
  const phone = await console.open({
    language: 'en',
    width: 390,
    as: world.accounts.northAdmin,
    at: '/message/messageRecordList',
  })
  await phone.page.getByText('138****5678').waitFor()
  await shot(phone, 'record-list-390')
  await phone.page.getByRole('button', { name: recordEn.resend }).first().click()
  await confirmed(phone)
  await phone.page.getByText(recordEn.resent).waitFor()
  const states = await db.selectFrom('message_record').select('attempts').where('receiver', '=', 'Night porter').execute()
  expect(states).toHaveLength(2)
  await phone.go('/message/messageTaskList')
  await shot(phone, 'task-list-390')
  await phone.close()
})
