import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { createSite } from '../../ingest/ingest/ingest.fixture.ts'
import { workbookOf } from '../../../testing/zip.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
  token = await server.signIn(server.world.accounts.northAdmin)
})
afterAll(() => server.stop())

const uploaded = async (bytes: Buffer | string): Promise<{ status: number; code: number; msg: string; data: string }> => {
  const form = new FormData()
  form.append('purpose', 'import')
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'customers.csv')
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
  const response = await fetch(`${server.url}/api/file/upload`, { method: 'POST', headers, body: form })
  return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: string }) }
}
const order = async (bytes: Buffer | string) =>
  server.call('POST', 'web/customer/import', { fileId: (await uploaded(bytes)).data, dryRun: false }, token)

interface Result {
  state: string
  succeeded: number
  problems: unknown[]
}

test('from the upload to the rows: the job queue runs the import', async () => {
  // 名称,类型,联系人,电话 / 港湾酒店,企业,值班室,13800000001 in GB18030
  const csv = Buffer.from(
    'c3fbb3c62cc0e0d0cd2cc1aacfb5c8cb2cb5e7bbb00ab8dbcde5bec6b5ea2cc6f3d2b52cd6b5b0e0cad22c31333830303030303030310a',
    'hex',
  )
  const { data, status } = await order(csv)
  expect(status).toBe(200)
  const { importId } = data as { importId: number }
  const until = Date.now() + 20_000
  let result: Result
  do {
    await new Promise((resolve) => setTimeout(resolve, 50))
    result = (await server.call('GET', 'web/customer/import/result', { id: importId }, token)).data as Result
  } while (result.state !== 'done' && result.state !== 'failed' && Date.now() < until)
  expect(result).toMatchObject({ state: 'done', succeeded: 1, problems: [] })
  const page = await server.call('GET', 'web/customer/page', { keyword: '港湾酒店' }, token)
  expect(page.data).toMatchObject({ total: 1, list: [{ name: '港湾酒店', contacter: '值**', phone: '138****0001' }] })
})

test('an unreadable file is refused at once, with the reason', async () => {
  expect(await uploaded('%PDF-1.7')).toMatchObject({
    status: 422,
    msg: 'This type of file is not accepted. Accepted: xlsx, txt, csv',
  })
  expect(await order(Buffer.from('\ufeffName\n', 'utf16le'))).toMatchObject({
    status: 422,
    code: 1304,
    msg: 'The import file cannot be read: a CSV file must be encoded as UTF-8 or GB18030',
  })
  expect(await order(workbookOf({ data: 'x', declared: 4_000_000_000 }))).toMatchObject({
    code: 1304,
    msg: 'The import file cannot be read: it unpacks to more than 96 MB',
  })
})

test.each(['1e300', 'Infinity', '1048577', '-1'])('a row that claims number %s is refused at once', async (number) => {
  const cells = ['Name', 'Type', 'Contact', 'Phone'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const refused = await order(workbookOf(`<row r="1">${cells}</row><row r="${number}">${cells}</row>`))
  expect(refused).toMatchObject({ status: 422, code: 1304 })
})

test('small files that take long to read delay no report', async () => {
  const [gateway] = (await createSite(server.db, 1, 1)).gateways
  if (!gateway) throw new Error('no gateway')
  const report = async (): Promise<number> => {
    const from = performance.now()
    const body = JSON.stringify({ reports: [{ device: gateway.devices[0]?.code, format: 'CID', code: '1110' }] })
    const headers = { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json' }
    expect((await fetch(`${server.url}/api/ingest/v1/${gateway.code}`, { method: 'POST', headers, body })).status).toBe(200)
    return performance.now() - from
  }
  await report()
  // 47 KB packed, 47 MB of empty elements unpacked.
  const fileId = (await uploaded(workbookOf('<a/>'.repeat(11_900_000)))).data
  let isOver = false
  const orders = Promise.all(
    Array.from({ length: 20 }, () => server.call('POST', 'web/customer/import', { fileId, dryRun: false }, token)),
  ).finally(() => (isOver = true))
  while (!isOver) expect(await report()).toBeLessThan(1_000)
  const answers = (await orders).map(({ code }) => code).toSorted((a, b) => a - b)
  // One is read and found not to be a sheet; the others of the same account may not even wait.
  expect(answers).toEqual([...Array.from({ length: 19 }, () => 1005), 1304])
})

test('the template is a download in the caller’s language', async () => {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'zh' }
  const response = await fetch(`${server.url}/api/web/customer/import/template?format=csv`, { headers })
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('customer-导入模板.csv')}`,
  )
  expect(await response.text()).toMatch(/^名称 \*,|^所属公司,/)
})
