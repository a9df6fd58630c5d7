import smppClient, { type Pdu, type Session } from 'smpp'
import { settingOf, wordIn, type Adapter, type ProviderConfig } from './adapter.ts'
import { failedBy, shortReason } from './http-request.ts'
import type { Outgoing, Provider, Receipt, Sent } from './provider.ts'
import { smsParts, type SmsPart } from './sms-parts.ts'

/** Longer ones are no numbers. */
const maxDigits = 20

/**
 * A message centre's id, however it is written: some use capital letters or leading zeros only in the answer, or only in the receipt.
 */
const plainId = (id: string): string => {
  const plain = id.replaceAll('\0', '').trim().toLowerCase()
  return /^(0x)?[0-9a-f]+$/.test(plain) ? plain.replace(/^0x/, '').replace(/^0+(?=.)/, '') : plain
}

/** The same number in the other notation: many centres name a message in hexadecimal when they accept it, and in decimal in its receipt, or the other way round. */
const otherNotations = (plain: string): string[] => {
  if (plain.length > maxDigits || !/^[0-9a-f]+$/.test(plain)) return []
  const fromHexadecimal = BigInt(`0x${plain}`).toString()
  return /^\d+$/.test(plain) ? [BigInt(plain).toString(16), fromHexadecimal].filter((each) => each !== plain) : [fromHexadecimal]
}

const enquireEveryMs = 30_000
/** Between tries to connect for receipts alone. */
const reconnectMs = 10_000
/** ESME_RINVDSTADR and ESME_RINVNUMDESTS: the number is invalid. */
const wrongNumber: ReadonlySet<number> = new Set([0x0b, 0x33])
/** ESME_RX_T_APPN: the receipt could not be stored now and should be sent again. */
const comeAgain = 0x64
/** Listeners per connection: one for each message under way (slots of `provider-pool.ts`). More would be a leak. */
const mostListeners = 40
const international = { dest_addr_ton: 1, dest_addr_npi: 1 }

/** The words of a receipt (SMPP 3.4, appendix B), and its numbers (5.2.28). */
const states: Readonly<Record<string, Receipt['state']>> = {
  DELIVRD: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'failed',
  UNDELIV: 'failed',
  REJECTD: 'failed',
  UNKNOWN: 'failed',
  '2': 'delivered',
  '3': 'failed',
  '4': 'failed',
  '5': 'failed',
  '7': 'failed',
  '8': 'failed',
}

const textOf = (field: Pdu['short_message'] | Pdu['message_payload']): string => {
  const message = typeof field === 'object' && 'message' in field ? field.message : field
  return typeof message === 'string' ? message : Buffer.isBuffer(message) ? message.toString('latin1') : ''
}

const receiptOf = (pdu: Pdu): Receipt | undefined => {
  // A message from a phone is not a receipt.
  if (((pdu.esm_class ?? 0) & 0x3c) !== 0x04) return undefined
  const text = textOf(pdu.short_message) || textOf(pdu.message_payload)
  const id = pdu.receipted_message_id?.replaceAll('\0', '') || /\bid:(\S+)/i.exec(text)?.[1]
  const word = /\bstat:(\w+)/i.exec(text)?.[1] ?? String(pdu.message_state ?? '')
  const state = wordIn(states, word.toUpperCase())
  if (id === undefined || state === undefined) return undefined
  const error = /\berr:(\S+)/i.exec(text)?.[1]
  const ref = plainId(id)
  // Messages accepted by an earlier version have the id as the centre wrote it.
  const otherRefs = [...(id === ref ? [] : [id]), ...otherNotations(ref)]
  const phones = [pdu.source_addr, pdu.destination_addr].flatMap((address) => address ?? [])
  return { ref, otherRefs, phones, state, ...(state === 'failed' ? { reason: shortReason(`${word} ${error ?? ''}`) } : {}) }
}

const connect = (config: ProviderConfig, onClosed: () => void): Promise<Session> =>
  new Promise((resolve, reject) => {
    const { host, port, security, systemId, systemType } = config.settings
    const tls = security === 'tls'
    const session = smppClient.connect({
      host: settingOf(host, 'host'),
      port: settingOf(port, 'port'),
      tls,
      auto_enquire_link_period: enquireEveryMs,
      ...(tls ? { servername: host } : {}),
    })
    session.setMaxListeners(mostListeners)
    const timer = setTimeout(() => session.destroy(), config.timeoutMs)
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(error)
      onClosed()
      session.destroy()
    }
    session.on('error', fail)
    session.on('close', () => fail(new Error('the connection was closed')))
    session.on('deliver_sm', (pdu: Pdu) => {
      const receipt = receiptOf(pdu)
      const stored = receipt ? config.onReceipt(receipt) : Promise.resolve()
      stored.then(
        () => session.send(pdu.response()),
        () => session.send(pdu.response({ command_status: comeAgain })),
      )
    })
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on(tls ? 'secureConnect' : 'connect', () => {
      const bind = {
        system_id: settingOf(systemId, 'systemId'),
        password: config.secrets.password ?? '',
        system_type: systemType ?? '',
        interface_version: 0x34,
      }
      session.bind_transceiver(bind, ({ command_status: status }) => {
        if (status !== 0) return fail(new Error(`the message centre refuses to bind (status 0x${status.toString(16)})`))
        clearTimeout(timer)
        resolve(session)
      })
    })
  })

/** Also ends when the connection does. */
const whileOpen = async <T>(line: Session, work: Promise<T>): Promise<T> => {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  const onClose = (): void => reject(new Error('the connection was closed'))
  line.once('close', onClose)
  try {
    return await Promise.race([work, closed])
  } finally {
    line.off('close', onClose)
  }
}

const submit = (session: Session, config: ProviderConfig, phone: string, part: SmsPart, isLast: boolean): Promise<Pdu> =>
  new Promise((resolve, reject) => {
    const { fromNumber } = config.settings
    const isName = fromNumber !== undefined && !/^\+?\d+$/.test(fromNumber)
    const written = session.submit_sm(
      {
        ...(fromNumber === undefined
          ? {}
          : { source_addr: fromNumber.replace(/^\+/, ''), source_addr_ton: isName ? 5 : 1, source_addr_npi: isName ? 0 : 1 }),
        ...(phone.startsWith('+') ? international : {}),
        destination_addr: phone.replace(/^\+/, ''),
        data_coding: part.dataCoding,
        // One receipt for the whole message, requested with its last part.
        registered_delivery: isLast ? 1 : 0,
        ...(part.udh
          ? { esm_class: 0x40, short_message: { udh: part.udh, message: part.message } }
          : { short_message: part.message }),
      },
      resolve,
    )
    if (!written) reject(new Error('the connection was closed'))
  })

const sendParts = async (session: Session, config: ProviderConfig, { phone, content }: Outgoing): Promise<Sent> => {
  const number = phone.replaceAll(/[^\d+]/g, '').replace(/^00/, '+')
  const parts = smsParts(content)
  let ref: string | null = null
  for (const [at, part] of parts.entries()) {
    const { command_status: status, message_id: id } = await submit(session, config, number, part, at === parts.length - 1)
    const reason = `status 0x${status.toString(16)}`
    if (status !== 0) return { result: wrongNumber.has(status) ? 'rejected' : 'failed', reason }
    ref = id === undefined ? null : plainId(id)
  }
  return { result: 'accepted', ref, segments: parts.length }
}

/** SMS directly to a carrier's message centre over SMPP 3.4. One connection is kept; receipts arrive on it. */
const open = (config: ProviderConfig): Provider => {
  let bound: Promise<Session> | undefined
  const session = (): Promise<Session> => {
    const connecting = (bound ??= connect(config, () => {
      if (bound === connecting) bound = undefined
    }))
    return connecting
  }
  const drop = (): void => {
    const last = bound
    bound = undefined
    void last?.then(
      (each) => each.destroy(),
      () => undefined,
    )
  }
  let triedAt = -Infinity
  return {
    receive() {
      if (bound !== undefined || performance.now() - triedAt < reconnectMs) return
      triedAt = performance.now()
      session().catch(() => undefined)
    },
    async send(message, signal) {
      const ended = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('time limit')), { once: true })
      })
      try {
        const work = session().then((each) => whileOpen(each, sendParts(each, config, message)))
        work.catch(() => undefined)
        return await Promise.race([work, ended])
      } catch (error) {
        // If there is no answer in time, the connection may be half-open: the next message gets a new one.
        if (signal.aborted) drop()
        return failedBy(error, signal)
      }
    },
    async close() {
      const last = await bound?.catch(() => undefined)
      last?.unbind()
      last?.close()
    },
  }
}

export const smpp: Adapter = { open }
