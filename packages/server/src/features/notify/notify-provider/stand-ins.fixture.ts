import { createDecipheriv, createECDH, createHash, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the stand-in received it. */
export interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly raw: Buffer
  readonly text: string
}

export interface StandIn {
  readonly url: string
  readonly heard: Heard[]
  /** The answer from now on; `hang` never answers. */
  answer: (request: Heard) => { status: number; body: string } | 'hang'
  stop(): Promise<void>
}

/** Our own HTTP server in place of a provider's. */
export const startStandIn = async (answer: StandIn['answer']): Promise<StandIn> => {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const raw = Buffer.concat(pieces)
      const each = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        raw,
        text: raw.toString('utf8'),
      }
      heard.push(each)
      const said = standIn.answer(each)
      if (said !== 'hang') response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

/** Whether a request is signed by Aliyun's signature method V3, implemented from its documentation. */
export const isAliyunSigned = ({ method, path, headers, raw }: Heard, keyId: string, secret: string): boolean => {
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (given?.[1] !== keyId) return false
  const signed = (given[2] ?? '').split(';')
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-acs-'))]
  if (mustBeSigned.some((name) => !signed.includes(name)) || [...signed].sort().join() !== signed.join()) return false
  const hex = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
  if (headers['x-acs-content-sha256'] !== hex(raw)) return false
  const target = new URL(path, 'http://stand-in')
  const strict = (text: string): string =>
    Buffer.from(text)
      .toString('latin1')
      .replaceAll(/[^A-Za-z0-9\-_.~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  const pairs = [...target.searchParams].map(([name, value]) => [strict(name), strict(value)] as const)
  const query = pairs
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = `${method}\n${target.pathname}\n${query}\n${lines}\n${signed.join(';')}\n${headers['x-acs-content-sha256']}`
  const expected = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
    .digest('hex')
  return expected === given[3]
}

/** Signs a request as Twilio does: the address, then all form fields sorted by name, with SHA-1. */
export const twilioSignature = (url: string, form: Readonly<Record<string, string>>, token: string): string => {
  let text = url
  for (const name of Object.keys(form).sort()) text += name + form[name]
  return createHmac('sha1', token).update(Buffer.from(text, 'utf8')).digest('base64')
}

/** A browser with a push subscription: it decrypts messages (RFC 8291, aes128gcm) and checks the sender (RFC 8292). */
export const pushBrowser = () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const secret = randomBytes(16)
  return {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: secret.toString('base64url'),
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const keyLength = body[20] ?? 0
      const sender = body.subarray(21, 21 + keyLength)
      const shared = ecdh.computeSecret(sender)
      const context = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
      const ikm = Buffer.from(hkdfSync('sha256', shared, secret, context, 32))
      const derived = (info: string, length: number) =>
        Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${info}\0`), length))
      const sealed = body.subarray(21 + keyLength)
      const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
    isFrom(authorization: string, publicKey: string, audience: string): boolean {
      const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
      const [header = '', claims = '', signature = ''] = token.split('.')
      const point = Buffer.from(publicKey, 'base64url')
      const jwk = {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      }
      const isSigned = verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
      const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
      return isSigned && key === publicKey && aud === audience
    },
  }
}
