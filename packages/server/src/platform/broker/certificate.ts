import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { messageOf, StartupError } from '../startup-error.ts'
import type { BrokerLog } from './broker.ts'

export interface CertificateFiles {
  /** PEM: the certificate, followed by the intermediate certificates. */
  readonly certFile: string
  /** PEM, without a passphrase. */
  readonly keyFile: string
}

export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

const expiryWarningDays = 14
const dayMs = 24 * 3600 * 1000

/** Reads a certificate and its key. Throws a StartupError that says what does not match. */
export const readCertificate = ({ certFile, keyFile }: CertificateFiles): Certificate => {
  try {
    const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
    createSecureContext(certificate)
    return certificate
  } catch (error) {
    throw new StartupError(`MQTT over TLS cannot start: ${messageOf(error)}. Check MQTT_TLS_CERT and MQTT_TLS_KEY.`)
  }
}

/**
 * Checks regularly for a renewed certificate and passes it on without a restart. While the files do not match (half replaced, or
 * broken), the old certificate stays in use and a warning is logged.
 */
export const watchCertificate = (
  files: CertificateFiles,
  current: Certificate,
  intervalMs: number,
  log: BrokerLog,
  onRenewed: (certificate: Certificate) => void,
): NodeJS.Timeout => {
  let known = current
  warnBeforeExpiry(known, log)
  let warnedAt = Date.now()
  return setInterval(() => {
    try {
      const read = readCertificate(files)
      const isRenewed = !read.cert.equals(known.cert) || !read.key.equals(known.key)
      if (isRenewed) {
        onRenewed(read)
        known = read
        log.info({ certFile: files.certFile }, 'mqtt certificate renewed')
      }
      if (isRenewed || Date.now() - warnedAt > dayMs) {
        warnBeforeExpiry(known, log)
        warnedAt = Date.now()
      }
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the mqtt certificate cannot be read; keeping the previous one')
    }
  }, intervalMs).unref()
}

/** Gateways reject an expired certificate, and then all of them fall silent. */
const warnBeforeExpiry = ({ cert }: Certificate, log: BrokerLog): void => {
  const { validToDate } = new X509Certificate(cert)
  if (validToDate.getTime() - Date.now() < expiryWarningDays * dayMs)
    log.warn({ expires: validToDate.toISOString() }, 'the mqtt certificate expires soon or has expired')
}
