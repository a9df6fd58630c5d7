import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, worldPassword, type TestServer } from '../../../testing/context.ts'
import { squarePng } from '../../../testing/images.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({
    captcha: 'image',
    settings: { ATTACHMENT_LIMIT_MB: '1', APK_LIMIT_MB: '2', FIRMWARE_LIMIT_MB: '1' },
  })
  token = await server.signIn(server.world.accounts.northAdmin)
})
afterAll(() => server.stop())

const send = (file: Blob, purpose: string, bearer = token): Promise<Response> => {
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', file, 'picture.png')
  return fetch(`${server.url}/api/file/upload`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'zh' },
  })
}
const read = (id: string, bearer?: string): Promise<Response> =>
  fetch(`${server.url}/api/file/read?id=${id}`, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {})

describe('signing in', () => {
  const { url, ...form } = { url: '/api/web/account/login', method: 'POST' }

  test('takes a form, checks the captcha first, and answers in the caller’s language', async () => {
    const body = new URLSearchParams({ account: 'NorthAdmin', password: worldPassword, code: 'xxxx', captchaId: 'nobody' })
    const response = await fetch(server.url + url, { ...form, body, headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 1201,
      success: false,
      msg: expect.stringContaining('验证码'),
      data: { fields: [{ field: 'code' }] },
    })
  })

  test('an ended session gets 103 at the next call', async () => {
    const other = await server.signIn(server.world.accounts.southAdmin)
    expect(await server.call('GET', 'web/validate/token', {}, other)).toMatchObject({
      status: 200,
      code: 200,
      data: { valid: true },
    })
    await server.call('POST', 'web/account/logout', {}, other)
    expect(await server.call('GET', 'web/validate/token', {}, other)).toMatchObject({ status: 401, code: 103, success: false })
  })

  test('a session that another process ends is dead within 1 s, although it is in use', async () => {
    const account = server.world.accounts.southAdmin
    const other = await server.signIn(account)
    const status = async () => (await server.call('GET', 'web/validate/token', {}, other)).status
    expect(await status()).toBe(200)
    await server.db.deleteFrom('session').where('account_id', '=', account.id).execute()
    const ended = performance.now()
    while ((await status()) !== 401) expect(performance.now() - ended).toBeLessThan(1_000)
  })

  test('a user who must choose a password can do nothing else before', async () => {
    const { southEngineer } = server.world.accounts
    await server.db.updateTable('account').set({ must_change_password: true }).where('id', '=', southEngineer.id).execute()
    const other = await server.signIn(southEngineer)
    expect(await server.call('GET', 'web/message/myPage', {}, other)).toMatchObject({ status: 403, code: 1008 })
    expect(await server.call('GET', 'web/account/info', {}, other)).toMatchObject({ data: { mustChangePassword: true } })
    await server.call('POST', 'web/account/update/pwd', { oldPwd: worldPassword, newPwd: 'one-of-my-own' }, other)
    expect(await server.call('GET', 'web/message/myPage', {}, other)).toMatchObject({ status: 200, data: { list: [], total: 0 } })
  })
})

describe('signed in as somebody else', () => {
  test('calls for that person alone are refused with a reason; the rest works', async () => {
    const { call, world } = server
    const siter = await server.signIn(world.accounts.siterAdmin)
    const ticketFor = (name: 'northAdmin' | 'northAgentAdmin', by: string) =>
      call('POST', 'web/account/ticket', { accountId: world.accounts[name].id }, by)
    const { ticket } = (await ticketFor('northAdmin', siter)).data as { ticket: string }
    const acting = String((await call('POST', 'web/account/autoLogin', { ticket })).data)
    expect(await call('GET', 'web/account/info', {}, acting)).toMatchObject({
      data: { name: 'North Admin', issuer: 'Siter Admin' },
    })
    expect(await call('GET', 'web/role/page', {}, acting)).toMatchObject({ success: true })
    const sessions = (await call('GET', 'web/account/session/list', {}, acting)).data as { id: number; issuer: string | null }[]
    expect(sessions.map(({ issuer }) => issuer)).toEqual(['Siter Admin', null])

    const refused = [
      await call('POST', 'web/account/update/pwd', { oldPwd: worldPassword, newPwd: 'another-one' }, acting),
      await call('POST', 'web/account/update/info', { name: 'Somebody', phone: '13800000000' }, acting),
      await call('POST', 'web/account/session/end', { id: sessions[1]?.id }, acting),
      await call('POST', 'web/account/session/endOthers', {}, acting),
      // What would warn of an unknown sign-in or of a second factor that was reset.
      await call('POST', 'web/message/read', {}, acting),
      await call('POST', 'web/message/batchDel', { ids: [1] }, acting),
      await call('POST', 'web/query_user_delete', { ids: [1] }, acting),
      await ticketFor('northAgentAdmin', acting),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, code: 1009, msg: expect.stringContaining('somebody else') })

    // The account's own holder is not restricted, and sees who is signed in.
    expect(await ticketFor('northAgentAdmin', token)).toMatchObject({ success: true })
    const end = await call('POST', 'web/account/session/end', { id: sessions[0]?.id }, token)
    expect(end.success, end.msg).toBe(true)
    expect(await call('GET', 'web/validate/token', {}, acting)).toMatchObject({ code: 103 })
    const foreign = (await call('GET', 'web/account/session/list', {}, siter)).data as { id: number }[]
    expect(await call('POST', 'web/account/session/end', { id: foreign[0]?.id }, token)).toMatchObject({
      status: 404,
      code: 1003,
    })
  })
})

describe('files', () => {
  test('an upload is served with headers under which nothing in it can run', async () => {
    const bytes = await squarePng(64)
    const stored = (await (await send(new Blob([new Uint8Array(bytes)]), 'photo')).json()) as { data: string }
    const response = await read(stored.data, token)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''picture.png",
    })
    expect((await read(stored.data)).status).toBe(404)
    expect((await read(stored.data, await server.signIn(server.world.accounts.southAdmin))).status).toBe(404)
  })

  test('branding is read without a session', async () => {
    const stored = (await (await send(new Blob([new Uint8Array(await squarePng(32))]), 'collapsedLogo')).json()) as {
      data: string
    }
    expect((await read(stored.data)).status).toBe(404)
    const used = await server.call('POST', 'web/company/config/update', { version: 1, smallFeatures: stored.data }, token)
    expect(used.success, used.msg).toBe(true)
    const response = await read(stored.data)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('public')
    await response.arrayBuffer()
  })

  test.each([
    ['over its purpose’s limit', 'photo', 1_048_577],
    ['over every limit', 'apk', 3_000_000],
  ])('a file %s is refused in words', async (_what, purpose, size) => {
    const response = await send(new Blob([new Uint8Array(size)]), purpose)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 1401, msg: expect.stringMatching(/文件大小超过 [12]M/) })
  })
})

test('an export is written by the job queue and can be fetched', async () => {
  const siter = await server.signIn(server.world.accounts.siterAdmin)
  const { data } = await server.call('GET', 'web/role/export', { format: 'csv' }, siter)
  const { exportId } = data as { exportId: number }
  let progress: { state: string; fileId: string | null } = { state: '', fileId: null }
  for (let i = 0; i < 100 && progress.state !== 'done'; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    progress = (await server.call('GET', 'file/export/progress', { id: exportId }, siter)).data as typeof progress
  }
  expect(progress.state).toBe('done')
  const response = await read(progress.fileId ?? '', siter)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(await response.text()).toContain('North Engineer')
})

test('areas and enumerations are available', async () => {
  expect(await server.call('GET', 'area/getArea', { code: 'CN' }, token)).toMatchObject({
    data: expect.arrayContaining([{ code: '330000', name: 'Zhejiang', leaf: false }]),
  })
  expect(await server.call('GET', 'web/commons/enums/yesNo', {}, token)).toMatchObject({
    data: [
      { value: 'Y', label: 'Yes' },
      { value: 'N', label: 'No' },
    ],
  })
})
