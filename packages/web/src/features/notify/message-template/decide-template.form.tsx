import { endpoints, type MessageTemplateRow } from '@emberwatch/contract'
import { Alert, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { toast } from '../../../toast.ts'
import { TemplateText } from './template-text.tsx'

/** The second person's decision about a submitted version. */
export default function DecideTemplate({ row, onClose }: { row: MessageTemplateRow; onClose: () => void }) {
  const { t } = useTranslation('message-template')
  const { id, name, templateVersion: number, submittedBy } = row
  return (
    <FormDialog
      endpoint={endpoints.messageTemplate.decide}
      title={t(($) => $.decideTitle, { name, number })}
      hidden={{ id }}
      ok={t(($) => $.decide)}
      saved={null}
      onSaved={(_row, { agree }) => toast.success(agree ? t(($) => $.agreed) : t(($) => $.denied))}
      fields={[
        {
          name: 'agree',
          label: t(($) => $.decision),
          control: (
            <Radio.Group
              options={[
                { value: true, label: t(($) => $.agree) },
                { value: false, label: t(($) => $.deny) },
              ]}
            />
          ),
        },
        {
          name: 'reason',
          when: (values) => values['agree'] === false,
          rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
        },
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.decideAbout, { who: submittedBy ?? '—' })} />
      <TemplateText title={row.title} content={row.content} />
    </FormDialog>
  )
}
