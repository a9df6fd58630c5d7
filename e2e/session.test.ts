import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as accountEn } from '../packages/web/src/features/people/account/account.en.ts'
import { texts as accountZh } from '../packages/web/src/features/people/account/account.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { shell as shellZh } from '../packages/web/src/i18n/zh/shell.ts'
import type { WorldAccount } from '../packages/server/src/testing/context.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'

/** Signing in and everything around it, as a user experiences it. */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const accountTexts = { zh: accountZh, en: accountEn } as const
const kitTexts = { zh: kitZh, en: kitEn } as const

/** A page with little on it: what is tested is in the menu of the header. */
const ownPage = '/message/messageList'
/** Unique per attempt, so that a second one does not meet what the first one left. */
const mark = (): string => randomBytes(3).toString('hex')
/** Resets the account, whatever another test or attempt has done with it. */
const asAtFirst = async ({ id }: WorldAccount): Promise<void> => {
  const { db, world } = console.server
  const untouched = db.selectFrom('account').select('password_hash').where('id', '=', world.accounts.siterAdmin.id)
  const first = { two_step_secret: null, two_step_since: null, must_change_password: false, password_hash: untouched }
  await db.updateTable('account').set(first).where('id', '=', id).execute()
}

/** What an authenticator app would show now. */
const codeOf = (key: string): string => new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate()
/** No code works twice. This avoids waiting half a minute for the next one. */
const forgetUsedCode = (id: number) =>
  console.server.db.updateTable('account').set({ two_step_used: 0 }).where('id', '=', id).execute()

describe.each(
  alternating(import.meta.filename, [
    ['zh', zh, shellZh],
    ['en', en, shellEn],
  ] as const),
)('in %s', (language, shared, shell) => {
  test('a wrong password is rejected with a message, and the captcha is new', async () => {
    const window = await console.open({ language })
    const { page } = window
    await page.locator('.ew-captcha img').waitFor()
    await window.expectClean()
    const before = await page.locator('.ew-captcha img').getAttribute('src')
    await window.fillSignIn(console.server.world.accounts.northAdmin, 'not-the-password')
    await page.locator('button[type=submit]').click()
    await page.getByText(shared.errors.wrongCredentials).first().waitFor()
    // It is said at the field, which has the focus.
    const password = page.locator('input[name=password]')
    await page.locator('input[name=password]:focus').waitFor()
    expect(await password.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.locator('.ew-captcha img').getAttribute('src')).not.toBe(before)
    await window.expectClean()
    await window.close()
  })

  test('registration waits for the company to enable the account', async () => {
    const window = await console.open({ language })
    const { page } = window
    const name = `newuser${mark()}`
    await page.goto(`${console.server.url}/#/user/register`)
    await page.locator('input[name=companyCode]').fill('NORTH')
    await page.locator('input[name=account]').fill(name)
    await page.locator('input[name=name]').fill('New user')
    await page.locator('input[name=phone]').fill('13800000000')
    await page.locator('input[name=password]').fill('chosen-by-myself')
    await page.locator('input[type=password]').nth(1).fill('chosen-by-myself')
    await window.fillCaptcha()
    await window.expectClean()
    await page.locator('button[type=submit]').click()
    await page.getByText(shell.register.doneHint).waitFor()
    const row = await console.server.db
      .selectFrom('account')
      .select(['enabled', 'type', 'company_id'])
      .where('account', '=', name)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ enabled: false, type: 'user', company_id: console.server.world.companies.north.id })
    await window.close()
  })

  test('one’s own phone is changed with the password, asked for in place if the sign-in is not recent', async () => {
    const account = console.server.world.accounts.southAgentAdmin
    const window = await console.open({ language, as: account, separate: true, at: ownPage })
    const { page } = window
    await window.chooseOwn(shell.userInfo.title)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(shared.fields.phone).fill('13800000077')
    await window.choose(shell.userInfo.language, shared.enums.callLanguage.en)
    expect(await dialog.getByLabel(shared.fields.password).count()).toBe(0)
    await window.submit()
    await dialog.getByLabel(shared.fields.password).fill(window.password)
    await window.submit()
    await dialog.waitFor({ state: 'detached' })
    const { phone, language: spoken } = await console.server.db
      .selectFrom('account')
      .select(['phone', 'language'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect([phone, spoken]).toEqual(['13800000077', 'en'])
    await window.close()
  })

  test('two-step sign-in: set up by the user, then required at each sign-in; a recovery code works as well', async () => {
    const account = language === 'zh' ? console.server.world.accounts.northEngineer : console.server.world.accounts.southEngineer
    await asAtFirst(account)
    const window = await console.open({ language, as: account, at: ownPage })
    const { page } = window
    await window.chooseOwn(shell.twoStep.title)
    await page.getByRole('button', { name: shell.twoStep.begin }).click()
    await page.getByLabel(shared.fields.password).fill(window.password)
    await page.getByRole('button', { name: shell.twoStep.next }).click()
    const key = (await page.locator('.ew-two-step code').textContent()) ?? ''
    await window.expectClean()
    await page.getByLabel(shell.twoStep.code).fill(codeOf(key))
    await page.getByRole('button', { name: shell.twoStep.confirm }).click()
    const codes = page.locator('.ew-recovery-codes code')
    await codes.first().waitFor()
    const recovery = await codes.allTextContents()
    expect(recovery).toHaveLength(10)
    await window.expectClean()
    await page.getByRole('button', { name: shell.twoStep.noted }).click()

    const signOut = async () => {
      await window.chooseOwn(shell.layout.signOut)
      await page.waitForURL(/user\/login/)
    }
    const withPassword = async () => {
      await window.fillSignIn(account, window.password)
      await page.locator('button[type=submit]').click()
      await page.getByRole('heading', { name: shell.twoStep.signIn }).waitFor()
    }
    await signOut()
    await withPassword()
    await window.expectClean()
    await page.getByLabel(shell.twoStep.code).fill('000000')
    await page.locator('button[type=submit]').click()
    await page.getByText(shared.errors.wrongCode).first().waitFor()
    await forgetUsedCode(account.id)
    await page.getByLabel(shell.twoStep.code).fill(codeOf(key))
    await page.locator('button[type=submit]').click()
    await page.getByRole('banner').waitFor()
    await signOut()
    await withPassword()
    await page.getByLabel(shell.twoStep.code).fill(recovery[0] ?? '')
    await page.locator('button[type=submit]').click()
    await page.getByRole('banner').waitFor()
    await window.close()
  })

  test('a used or unknown sign-in link says so', async () => {
    const window = await console.open({ language })
    await window.page.goto(`${console.server.url}/#/autoLogin?ticket=no-such-ticket-no-such-ticket-123&to=/dataCenter/home`)
    await window.page.getByText(shell.autoLogin.failed).waitFor()
    expect(window.page.url()).not.toContain('no-such-ticket')
    await window.expectClean()
    await window.close()
  })
})

/** Run in one language: screens.test.ts and the tests above look at the pages in both. */
describe('once', () => {
  const [language, shared, shell] = ['en', en, shellEn] as const

  test('nobody signed in: the sign-in page, and then the requested page', async () => {
    const window = await console.open({ language })
    // Its address begins as that of the sign-in page does.
    await window.page.goto(`${console.server.url}/#/user/companyEdit`)
    await window.page.waitForURL(/user\/login/)
    await window.signIn(console.server.world.accounts.northAdmin)
    await window.page.waitForURL(/user\/companyEdit/)
    await expect.poll(() => window.page.locator('main').getByRole('heading', { level: 1 }).count()).toBe(1)
    await window.close()
  })

  test('an ended session says so once and leads to the sign-in page', async () => {
    const window = await console.open({ language })
    const { page } = window
    await window.signIn(console.server.world.accounts.southAgentAdmin)
    await window.go('/system/roleManage')
    await console.server.db
      .deleteFrom('session')
      .where('account_id', '=', console.server.world.accounts.southAgentAdmin.id)
      .execute()
    // Without a reload: the event stream notices it, so that a page left open overnight does not pretend to be live.
    await page.waitForURL(/user\/login/)
    await page.getByText(shared.errors.sessionInvalid).first().waitFor()
    expect(await page.getByText(shared.errors.sessionInvalid).count()).toBe(1)
    expect(page.url()).toContain('accountType=agent_one')
    await window.close()
  })

  test('a one-time password must be replaced before anything else', async () => {
    const window = await console.open({ language })
    const { page } = window
    const account = console.server.world.accounts.northAgentTwoAdmin
    await asAtFirst(account)
    await console.server.db.updateTable('account').set({ must_change_password: true }).where('id', '=', account.id).execute()
    await window.signIn(account)
    await page.getByText(shell.password.forced).waitFor()
    await page.getByLabel(shared.fields.oldPwd).fill(window.password)
    await page.getByLabel(shared.fields.newPwd).fill('chosen-by-myself')
    expect(await page.getByLabel(shared.fields.repeatPwd).getAttribute('maxlength')).toBe('30')
    await page.getByLabel(shared.fields.repeatPwd).fill('something-else')
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(shell.password.mismatch).waitFor()
    await page.getByLabel(shared.fields.repeatPwd).fill('chosen-by-myself')
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(shell.password.forced).waitFor({ state: 'detached' })
    const row = await console.server.db
      .selectFrom('account')
      .select('must_change_password')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(row.must_change_password).toBe(false)
    await window.close()
  })

  test('the code of a company’s own sign-in page is prefilled for registration', async () => {
    const { northAgent } = console.server.world.companies
    const visitor = await console.open({ language })
    await visitor.page.goto(`${console.server.url}/#/user/login?accountType=agent_one&companyId=${northAgent.id}&code=NORTH-A`)
    await visitor.page.getByRole('link', { name: shell.login.register }).click()
    await visitor.page.waitForURL(/user\/register\?.*companyId=/)
    await expect.poll(() => visitor.page.locator('input[name=companyCode]').inputValue()).toBe('NORTH-A')
    await visitor.page.getByRole('link', { name: shell.register.back }).click()
    await visitor.page.waitForURL(/user\/login\?.*companyId=/)
    await visitor.close()
  })

  test('users see where they are signed in, and sign out there', async () => {
    const account = console.server.world.accounts.southAdmin
    await console.server.db.deleteFrom('session').where('account_id', '=', account.id).execute()
    const elsewhere = await console.server.signIn(account)
    const window = await console.open({ language, as: account, at: ownPage })
    const { page } = window
    await window.chooseOwn(shell.sessions.title)
    const dialog = page.getByRole('dialog')
    await dialog.locator('.ew-tag', { hasText: shell.sessions.current }).waitFor()
    await window.expectClean()
    await dialog.getByRole('button', { name: shell.sessions.end, exact: true }).click()
    await page.getByText(shell.sessions.ended).waitFor()
    await dialog.getByRole('button', { name: shell.sessions.end, exact: true }).waitFor({ state: 'detached' })
    expect(await console.server.call('GET', 'web/validate/token', {}, elsewhere)).toMatchObject({ code: 103 })
    await window.close()
  })

  test('somebody signed in as another user sees for whom, and what they may not do', async () => {
    const { siterAdmin, southAgentAdmin } = console.server.world.accounts
    const token = await console.server.signIn(siterAdmin)
    const { data } = await console.server.call('POST', 'web/account/ticket', { accountId: southAgentAdmin.id }, token)
    const { ticket } = data as { ticket: string }
    const window = await console.open({ language })
    const { page } = window
    await page.goto(`${console.server.url}/#/autoLogin?ticket=${ticket}&to=/dataCenter/home`)
    const acting = shell.layout.actingAs.replace('{{name}}', 'South Agent Admin').replace('{{issuer}}', 'Siter Admin')
    await page.getByRole('banner').getByText(acting).waitFor()
    // Not the heading of the page before, and not the page while the last of its texts are still to come.
    await page.locator('.ew-tiles a').first().waitFor()
    await window.expectClean({ whole: true })
    await page.getByRole('button', { name: shell.layout.account }).click()
    const password = page.getByRole('menuitem', { name: shell.layout.changePassword })
    expect(await password.getAttribute('aria-disabled')).toBe('true')
    await window.close()
  })

  test('a second link is exchanged in the same window: the last one counts', async () => {
    const { siterAdmin, southAgentAdmin, northAgentAdmin } = console.server.world.accounts
    const token = await console.server.signIn(siterAdmin)
    const linkTo = async (accountId: number) => {
      const { data } = await console.server.call('POST', 'web/account/ticket', { accountId }, token)
      return `${console.server.url}/#/autoLogin?ticket=${(data as { ticket: string }).ticket}&to=/dataCenter/home`
    }
    const acting = (name: string) => shell.layout.actingAs.replace('{{name}}', name).replace('{{issuer}}', 'Siter Admin')
    const window = await console.open({ language })
    const { page } = window
    // Also after a failed attempt whose page is still shown.
    await page.goto(`${console.server.url}/#/autoLogin?ticket=no-such-ticket-no-such-ticket-123`)
    await page.getByText(shell.autoLogin.failed).waitFor()
    await page.goto(await linkTo(southAgentAdmin.id))
    await page.getByRole('banner').getByText(acting('South Agent Admin')).waitFor()
    await page.goto(await linkTo(northAgentAdmin.id))
    await page.getByRole('banner').getByText(acting('North Agent Admin')).waitFor()
    expect(page.url()).not.toContain('ticket')
    await window.close()
  })

  test('a role may require two-step sign-in: until it is set up nothing else is available', async () => {
    const account = console.server.world.accounts.southAgentAdmin
    await asAtFirst(account)
    await console.server.db.updateTable('role').set({ requires_two_step: true }).where('id', '=', account.roleId).execute()
    const window = await console.open({ language })
    const { page } = window
    await window.signIn(account)
    await page.getByText(shell.twoStep.forced).waitFor()
    expect(await page.getByRole('banner').count()).toBe(0)
    const token = await page.evaluate(() => localStorage.getItem('ew.token'))
    expect(await console.server.call('GET', 'web/data/home/figures', {}, String(token))).toMatchObject({ status: 403 })
    await window.expectClean()
    await page.getByLabel(shared.fields.password).fill(window.password)
    await page.getByRole('button', { name: shell.twoStep.next }).click()
    const key = (await page.locator('.ew-two-step code').textContent()) ?? ''
    await page.getByLabel(shell.twoStep.code).fill(codeOf(key))
    await page.getByRole('button', { name: shell.twoStep.confirm }).click()
    await page.getByRole('button', { name: shell.twoStep.noted }).click()
    await page.locator('main').getByRole('heading', { level: 1 }).waitFor()
    await window.expectClean()
    await console.server.db.updateTable('role').set({ requires_two_step: false }).where('id', '=', account.roleId).execute()
    await asAtFirst(account)
    await window.close()
  })

  test('a registered user is enabled with a role, and lands on one of its pages', async () => {
    const { north } = console.server.world.companies
    const own = mark()
    const name = `homeuser${own}`
    const person = { companyCode: 'NORTH', account: name, name: 'Home user', phone: '13800000000', password: 'chosen-by-myself' }
    const visitor = await console.open({ language })
    const { captchaId } = (await console.server.call('GET', 'web/account/code/image')).data as { captchaId: string }
    const { answer } = await console.server.db
      .selectFrom('captcha')
      .select('answer')
      .where('id', '=', captchaId)
      .executeTakeFirstOrThrow()
    await console.server.call('POST', 'web/account/register', { ...person, captchaId, code: answer })
    await console.server.db
      .insertInto('role')
      .values({ company_id: north.id, path: north.path, name: `Users ${own}`, type: 'user', level: 9 })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) =>
        console.server.db
          .insertInto('role_menu')
          .expression((e) =>
            e
              .selectFrom('menu')
              .select((on) => [on.val(id).as('role_id'), 'code as menu_code'])
              .where((on) => on(on.val('user'), '=', on.fn.any('account_types'))),
          )
          .execute(),
      )
    const as = console.server.world.accounts.northAdmin
    const staff = await console.open({ language, as, at: '/account/userAccountList' })
    const row = staff.page.getByRole('row').filter({ hasText: name })
    await pressAction(row, kitTexts[language].rows.enable)
    await staff.page.getByText(accountTexts[language].enableHint).waitFor()
    await staff.expectClean()
    await staff.choose(shared.fields.roleIds, `Users ${own}`)
    await staff.submit()
    await row.getByText(shared.enums.accountState.enabled).waitFor()
    await staff.close()

    await visitor.fillSignIn({ account: name }, person.password)
    await visitor.page.locator('button[type=submit]').click()
    await visitor.page.waitForURL(/dataCenter\/home/)
    await visitor.page.locator('main').getByRole('heading').first().waitFor()
    await visitor.expectClean()
    await visitor.go('/alarm/alarmLogList')
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe(shared.menus['alarm.log'])
    await visitor.expectClean()
    await visitor.close()
  })
})

test('the menu has one group open at a time, and pinned pages first', async () => {
  const desk = await console.open({ language: 'en', as: console.server.world.accounts.northAdmin, at: '/alarm/alarmLogList' })
  const { page } = desk
  const opened = page.locator('.ew-side .ant-menu-submenu-open > .ant-menu-submenu-title')
  const group = (name: string) => page.locator('.ew-side .ant-menu-submenu-title', { hasText: name })
  for (const name of [en.menus.duty, en.menus.device, en.menus.duty]) {
    await group(name).click()
    await expect.poll(() => opened.allTextContents()).toEqual([name])
  }
  await page.locator('.ew-side').getByRole('link', { name: en.menus['message.notify'] }).waitFor()
  await page.locator('.ew-pin').click()
  const pinned = page.locator('.ew-side .ant-menu-item-group-list')
  await page.reload()
  await pinned.getByRole('link').waitFor()
  await page.locator('.ew-pin').click()
  await pinned.waitFor({ state: 'detached' })
  await desk.expectClean({ whole: true })
  await desk.close()
})
