import type { EnumName, EnumValue } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../i18n/i18n.ts'
import { enabledLook, looks, type Look } from './status-looks.ts'

/** A state by shape, word and colour, never by colour alone. */
export const Tag = ({ look, children }: { look: Look; children: string }) => (
  <span className="ew-tag" data-tone={look.tone}>
    <span aria-hidden>{look.shape}</span>
    {children}
  </span>
)

/** A value of an enumeration: a tag when it is a state, otherwise its word. */
export const StatusTag = <N extends EnumName>({ enumeration, value }: { enumeration: N; value: EnumValue<N> }) => {
  const look = looks[enumeration]?.[value]
  const word = enumLabel(enumeration, value)
  return look ? <Tag look={look}>{word}</Tag> : <>{word}</>
}

export const EnabledTag = ({ enabled }: { enabled: boolean }) => {
  const { t } = useTranslation('kit')
  return <Tag look={enabledLook(enabled)}>{enabled ? t(($) => $.enabled) : t(($) => $.disabled)}</Tag>
}
