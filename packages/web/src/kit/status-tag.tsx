import type { EnumName, EnumValue } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../i18n/i18n.ts'
import { enabledLook, looks, type Look, type Tone } from './status-looks.ts'

/** A state by shape, word and colour, never by colour alone. */
export const Tag = ({ look, children }: { look: Look; children: string }) => (
  <span className="ew-tag" data-tone={look.tone} data-outline={look.outline}>
    <span aria-hidden>{look.shape}</span>
    {children}
  </span>
)

interface StatusTagProps<N extends EnumName> {
  enumeration: N
  value: EnumValue<N>
  /** Where more than the value decides how much it presses. */
  tone?: Tone | undefined
}

/** A value of an enumeration: a tag when it is a state, otherwise its word. */
export const StatusTag = <N extends EnumName>({ enumeration, value, tone }: StatusTagProps<N>) => {
  const look = looks[enumeration]?.[value]
  const word = enumLabel(enumeration, value)
  return look ? <Tag look={tone ? { ...look, tone } : look}>{word}</Tag> : <>{word}</>
}

export const EnabledTag = ({ enabled }: { enabled: boolean }) => {
  const { t } = useTranslation('kit')
  return <Tag look={enabledLook(enabled)}>{enabled ? t(($) => $.enabled) : t(($) => $.disabled)}</Tag>
}
