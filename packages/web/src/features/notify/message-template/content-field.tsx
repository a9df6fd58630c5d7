import {
  hasLooseBraces,
  smsLength,
  templateContentMax,
  templateVariables,
  unknownVariables,
  withSignature,
  type EnumValue,
} from '@emberwatch/contract'
import { Button, Form, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import './message-template.css'

type TemplateEvent = EnumValue<'templateEvent'>

interface ContentFieldProps {
  /** Given if event and channel are not fields of the form. */
  event?: TemplateEvent
  channel?: EnumValue<'notifyMethod'>
  language?: 'zh' | 'en'
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A text with variables: a click inserts them, unknown ones are reported at once, and the length of an SMS is counted while typing. */
export const ContentField = ({ id, value = '', onChange, ...fixed }: ContentFieldProps) => {
  const { t } = useTranslation('message-template')
  const area = useRef<TextAreaRef>(null)
  const chosenEvent = Form.useWatch<TemplateEvent | undefined>('event')
  const chosenChannel = Form.useWatch<EnumValue<'notifyMethod'> | undefined>('channel')
  const chosenLanguage = Form.useWatch<'zh' | 'en' | undefined>('language')
  const signature = Form.useWatch<string | undefined>('signature') ?? ''
  const event = fixed.event ?? chosenEvent ?? 'alarm'
  const channel = fixed.channel ?? chosenChannel
  const language = fixed.language ?? chosenLanguage ?? 'zh'
  const unknown = unknownVariables(value, event)
  const { encoding, length, segments } = smsLength(withSignature(signature, value, language))

  const insert = (name: string) => {
    const box = area.current?.resizableTextArea?.textArea
    const [from, to] = [box?.selectionStart ?? value.length, box?.selectionEnd ?? value.length]
    const variable = `{{${name}}}`
    onChange?.(`${value.slice(0, from)}${variable}${value.slice(to)}`)
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(from + variable.length, from + variable.length)
    })
  }
  return (
    <div>
      <Input.TextArea
        ref={area}
        {...(id === undefined ? {} : { id })}
        value={value}
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={templateContentMax}
        showCount
        onChange={(change) => onChange?.(change.target.value)}
      />
      <p className="ew-template-variables">
        <span className="ew-muted">{t(($) => $.contentHint)}</span>
        {templateVariables[event].map((name) => (
          <Button
            key={name}
            size="small"
            title={enumLabel('templateVariable', name)}
            aria-label={t(($) => $.insert, { variable: name, name: enumLabel('templateVariable', name) })}
            onClick={() => insert(name)}
          >
            {name}
          </Button>
        ))}
      </p>
      <div role="status" className="ew-muted">
        {unknown.length > 0 && (
          <p className="ew-template-problem">
            {t(($) => $.unknown, {
              names: unknown.map((name) => `{{${name}}}`).join(' '),
              interpolation: { skipOnVariables: true },
            })}
          </p>
        )}
        {hasLooseBraces(value) && <p className="ew-template-problem">{t(($) => $.braces)}</p>}
        {channel === 'sms' && value !== '' && <p>{t(($) => $.smsLength, { encoding, length, segments })}</p>}
      </div>
    </div>
  )
}
