import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A self-signed certificate for `localhost` and 127.0.0.1 with its key, both PEM, valid for so many days (negative: expired). */
export const createCertificate = (days = 30): { cert: string; key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const until = new Date(Date.now() + days * 24 * 3600 * 1000)
  const from = new Date(Math.min(Date.now(), until.getTime()) - 3600 * 1000)
  const body = toBeSigned(publicKey, from, until)
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature))
  const base64 = der.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

/** DER: tag, length, content. */
const tagged = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const { length } = body
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}

const sequence = (...content: Buffer[]) => tagged(0x30, ...content)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
/** ecdsa-with-SHA256 */
const algorithm = sequence(oid('2a8648ce3d040302'))

/** RFC 5280, 4.1: version 3, serial number, issuer = subject, validity, key, subjectAltName. */
const toBeSigned = (publicKey: KeyObject, from: Date, until: Date): Buffer => {
  const commonName = sequence(oid('550403'), tagged(0x0c, Buffer.from(createHash('sha1').update(randomBytes(8)).digest('hex'))))
  const name = sequence(tagged(0x31, commonName))
  const time = (date: Date) => tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(oid('551d11'), tagged(0x04, names)))),
  )
}
