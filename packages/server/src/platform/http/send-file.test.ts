import fastify from 'fastify'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

const content = Buffer.from('0123456789')
const file = { mime: 'application/octet-stream', size: 10, name: 'ten', inline: false, etag: '"ten"', public: false }

const answer = async (headers: Record<string, string>, isWhole = false) => {
  const server = fastify()
  server.get('/', (request, reply) =>
    sendFile(request, reply, {
      ...file,
      stream: Readable.from([content]),
      ...(isWhole ? {} : { part: ({ start, end }) => Readable.from([content.subarray(start, end + 1)]) }),
    }),
  )
  const { statusCode, body, headers: sent } = await server.inject({ url: '/', headers })
  await server.close()
  return [statusCode, body, sent['content-range']]
}

test('a download in ranges continues where it broke off, and starts over if the file has changed', async () => {
  expect(await answer({})).toEqual([200, '0123456789', undefined])
  expect(await answer({ range: 'bytes=4-' })).toEqual([206, '456789', 'bytes 4-9/10'])
  expect(await answer({ range: 'bytes=-2', 'if-range': '"ten"' })).toEqual([206, '89', 'bytes 8-9/10'])
  expect(await answer({ range: 'bytes=4-', 'if-range': '"another"' })).toEqual([200, '0123456789', undefined])
  expect(await answer({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10'])
})

test('a version that the caller has already is not sent again', async () => {
  for (const tag of ['"ten"', 'W/"ten"', '"other", "ten"', '*'])
    expect(await answer({ 'if-none-match': tag, range: 'bytes=4-' })).toEqual([304, '', undefined])
  expect(await answer({ 'if-none-match': '"ten"' }, true)).toEqual([304, '', undefined])
  expect(await answer({ 'if-none-match': '"another"' })).toEqual([200, '0123456789', undefined])
})

test('any other file is sent whole', async () => {
  expect(await answer({ range: 'bytes=4-' }, true)).toEqual([200, '0123456789', undefined])
})
