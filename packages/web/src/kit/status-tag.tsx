import type { EnumName, EnumValue } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../i18n/i18n.ts'
import { LiveText } from './clock.tsx'
import { enabledStyle, statusStyles, type StatusStyle, type Tone } from './status-styles.ts'

/** A state by shape, word and colour, never by colour alone. */
export const Tag = ({ look, children }: { look: StatusStyle; children: string }) => (
  <span className="ew-tag" translate="no" data-tone={look.tone} data-outline={look.outline}>
    <span key={look.shape} aria-hidden>
      {look.shape}
    </span>
    <LiveText>{children}</LiveText>
  </span>
)

interface StatusTagProps<N extends EnumName> {
  enumeration: N
  value: EnumValue<N>
  /** If more than the value decides the urgency. */
  tone?: Tone | undefined
}

/** An enumeration value: a tag if it is a state, otherwise its label. */
export const StatusTag = <N extends EnumName>({ enumeration, value, tone }: StatusTagProps<N>) => {
  const look = statusStyles[enumeration]?.[value]
  const word = enumLabel(enumeration, value)
  return look ? <Tag look={tone ? { ...look, tone } : look}>{word}</Tag> : <LiveText>{word}</LiveText>
}

export const EnabledTag = ({ enabled }: { enabled: boolean }) => {
  const { t } = useTranslation('kit')
  return <Tag look={enabledStyle(enabled)}>{enabled ? t(($) => $.enabled) : t(($) => $.disabled)}</Tag>
}

const succeeded: ReadonlySet<string> = new Set(['ok', 'signedInAs'])

/** The result of a sign-in attempt. */
export const SignInResult = ({ result }: { result: string }) => {
  const { t } = useTranslation('kit')
  const words: Readonly<Record<string, string>> = t(($) => $.signInResults, { returnObjects: true })
  return (
    <Tag look={succeeded.has(result) ? { tone: 'normal', shape: '●' } : { tone: 'fault', shape: '▲' }}>
      {words[result] ?? result}
    </Tag>
  )
}
