import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { settingOf, type Adapter, type ProviderConfig } from './adapter.ts'
import { failedBy, shortReason } from './http-request.ts'
import type { Sent } from './provider.ts'

const transportOf = ({ settings, secrets, timeoutMs }: ProviderConfig): SMTPTransport.Options => {
  const { host, port, security, user, dkimDomain, dkimSelector } = settings
  const { password, dkimKey } = secrets
  return {
    host: settingOf(host, 'host'),
    port: settingOf(port, 'port'),
    secure: security === 'tls',
    // Never falls back to plain text unless the operator has chosen that.
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    ...(dkimDomain && dkimSelector && dkimKey
      ? { dkim: { domainName: dkimDomain, keySelector: dkimSelector, privateKey: dkimKey } }
      : {}),
  }
}

/** Temporary answers about the receiver's mailbox or domain: greylisting, a full mailbox, a domain without DNS. */
const ofMailbox: ReadonlySet<number> = new Set([450, 451])

/**
 * If a server permanently refuses the receiver's address, it refuses only this message. A temporary refusal says nothing about the server
 * either: otherwise three addresses of a broken domain would stop everybody's mail. Everything else is a problem of the server, including
 * that it refuses us as the sender.
 */
const failedSend = (error: unknown, signal: AbortSignal): Sent => {
  const { code, command, responseCode, response } = error as {
    code?: string
    command?: string
    responseCode?: number
    response?: string
  }
  const refusal = command === 'RCPT TO' ? responseCode : undefined
  const isAddress = code === 'EENVELOPE' && (command === 'API' || (refusal !== undefined && refusal >= 550))
  if (isAddress) {
    const reason = shortReason(response ?? (error as Error).message)
    return { result: 'rejected', reason, ...(command === 'API' ? { unasked: true } : {}) }
  }
  const failed = failedBy(error, signal)
  return refusal !== undefined && ofMailbox.has(refusal) ? { ...failed, ofReceiver: true } : failed
}

/** Mail over SMTP. The key of the message is its Message-ID, so that servers and mailboxes recognise a repeat. */
export const smtp: Adapter = {
  open(config) {
    const options = transportOf(config)
    const from = settingOf(config.settings.mailFrom, 'mailFrom')
    const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
    return {
      async send(message, signal) {
        if (!message.email) return { result: 'rejected', reason: 'no mail address', unasked: true }
        // Loaded with the first mail: many installations never send one.
        const { createTransport } = await import('nodemailer')
        const transport = createTransport(options)
        const mail = {
          from,
          to: { name: '', address: message.email },
          subject: message.title,
          text: message.content,
          messageId: `<${message.key}@${domain}>`,
          // Mail programs put together what refers to the same message, even to one that was never sent: there is no first one, because each
          // person is notified at another moment.
          ...(message.thread === null
            ? {}
            : { references: `<${message.thread}@${domain}>`, inReplyTo: `<${message.thread}@${domain}>` }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Also ends its connection: a server that keeps talking would hold it open, and could still deliver what counts as failed.
          signal,
        }
        try {
          const { messageId } = await transport.sendMail(mail)
          return { result: 'accepted', ref: messageId }
        } catch (error) {
          return failedSend(error, signal)
        } finally {
          transport.close()
        }
      },
    }
  },
}
