import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  readonly port: number
  /** The mails it accepted, in order. `secure`: over an encrypted connection. */
  readonly mails: { readonly text: string; readonly secure: boolean }[]
  stop(): Promise<void>
}

/** A mail server on this machine that keeps what it receives. Without options it accepts everything from everybody, in plain text. */
export const startMailServer = async (
  options: SMTPServerOptions = { authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] },
): Promise<MailServer> => {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    ...options,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString('utf8')))
      stream.on('end', () => {
        mails.push({ text, secure: session.secure })
        done()
      })
    },
  })
  // A client that does not trust the certificate disconnects.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { port, mails, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}
