import { endpoints, titledChannels, type MessageTemplateRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ContentField } from './content-field.tsx'

const { create, update } = endpoints.messageTemplate

interface TemplateFormProps {
  /** The template to edit. */
  row?: MessageTemplateRow | undefined
  /** The template that a new one is copied from. */
  like?: MessageTemplateRow | undefined
  onClose: () => void
}

const titled = (channel: unknown): boolean => (titledChannels as ReadonlySet<unknown>).has(channel)

/** Creates, copies or edits a template. */
export default function TemplateForm({ row, like, onClose }: TemplateFormProps) {
  const { t } = useTranslation('message-template')
  const needed = [{ required: true, whitespace: true, message: sharedTexts().rules.required }]
  const shared = { drawer: true, width: 680, onClose } as const
  const fieldsFor = (fixed: MessageTemplateRow | undefined) => {
    const channelOf = (values: Readonly<Record<string, unknown>>) => fixed?.channel ?? values['channel']
    return [
      {
        name: 'title',
        rules: needed,
        when: (values: Readonly<Record<string, unknown>>) => titled(channelOf(values)),
      },
      {
        name: 'content',
        control: fixed ? (
          <ContentField event={fixed.event} channel={fixed.channel} language={fixed.language} />
        ) : (
          <ContentField />
        ),
      },
      {
        name: 'signature',
        hint: t(($) => $.signatureHint),
        when: (values: Readonly<Record<string, unknown>>) => channelOf(values) === 'sms',
      },
      {
        name: 'providerCode',
        hint: t(($) => $.providerHint),
        when: (values: Readonly<Record<string, unknown>>) => channelOf(values) === 'sms' || channelOf(values) === 'voice',
      },
    ] as const
  }
  if (row) {
    const { id, version, name, title, content, signature, providerCode } = row
    return (
      <FormDialog
        {...shared}
        endpoint={update}
        title={t(($) => $.edit)}
        fields={['name', ...fieldsFor(row)]}
        initial={{ name, title, content, signature, providerCode }}
        hidden={{ id, version }}
      >
        {row.state === 'approved' && (
          <Alert
            className="ew-form-alert"
            type="info"
            showIcon
            title={t(($) => $.newVersion, { number: row.templateVersion + 1, inUse: row.approvedVersion ?? 1 })}
          />
        )}
        {row.state === 'rejected' && row.reason && (
          <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.rejectedBecause, { reason: row.reason })} />
        )}
      </FormDialog>
    )
  }
  return (
    <FormDialog
      {...shared}
      endpoint={create}
      title={like ? t(($) => $.copyOf, { name: like.name }) : t(($) => $.create)}
      fields={['code', 'name', 'event', 'channel', 'language', ...fieldsFor(undefined)]}
      initial={
        like
          ? {
              name: t(($) => $.copyName, { name: like.name }),
              event: like.event,
              channel: like.channel,
              language: like.language,
              title: like.title,
              content: like.content,
              signature: like.signature,
              providerCode: like.providerCode,
            }
          : { event: 'alarm', channel: 'sms', language: 'zh' }
      }
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.hint)} description={t(($) => $.fixedHint)} />
    </FormDialog>
  )
}
