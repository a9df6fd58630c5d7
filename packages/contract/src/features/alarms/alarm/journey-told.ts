type Detail = Readonly<Record<string, unknown>>
type Named = 'notifyReceiver' | 'notifyMethod' | 'leftOutReason' | 'sendFailure'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const rows = (value: unknown): readonly Detail[] => (Array.isArray(value) ? value : [])
const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** Each line once: people without a name are told apart by their number only. */
const counted = (lines: readonly string[]): string[] =>
  [...new Set(lines.filter(Boolean))].map((line) => {
    const { length } = lines.filter((other) => other === line)
    return length > 1 ? `${line} × ${length}` : line
  })

/** A rule reached a step with nobody to notify: nothing was queued, and the journey must not look as if something was. */
export const isNobodyTold = ({ step, detail }: { readonly step: string; readonly detail: Detail }): boolean =>
  step === 'notificationQueued' && Array.isArray(detail['told']) && detail['told'].length === 0

/**
 * Describes a notification step of an alarm's journey: who was notified over which channel, who was not and why, and why a message
 * failed. People notified by a company above are not named, only the channel.
 * @param label an enumeration's value in the reader's language
 */
export const toldLines = (detail: Detail, label: (enumeration: Named, value: string) => string): string[] => {
  const named = (enumeration: Named, value: unknown) => {
    const known = text(value)
    return known && label(enumeration, known)
  }
  const whom = ({ name, kind, channel }: Detail): string =>
    joined(text(name) ?? named('notifyReceiver', kind), named('notifyMethod', channel))
  return counted([
    joined(text(detail['receiver']), named('notifyMethod', detail['channel'])),
    ...rows(detail['told']).map(whom),
    ...rows(detail['leftOut']).map((one) => joined(whom(one), named('leftOutReason', one['reason']))),
    named('sendFailure', detail['reason']) ?? '',
  ])
}
