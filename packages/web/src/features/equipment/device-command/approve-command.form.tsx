import { endpoints, type SentCommandRow } from '@emberwatch/contract'
import { Alert, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useRequester, useTargetName, valuesText } from './command-cells.tsx'
import { toast } from '../../../toast.ts'

/** The second person's decision about a dangerous command. */
export default function ApproveCommand({ row, onClose }: { row: SentCommandRow; onClose: () => void }) {
  const { t } = useTranslation('device-command')
  const requester = useRequester()
  const target = useTargetName()
  const { id, commandName: name, note, params } = row
  const denies = (values: Readonly<Record<string, unknown>>) => values['agree'] === false
  const facts = [valuesText(params), note && t(($) => $.approve.reason, { note })].filter(Boolean).join(' · ')
  return (
    <FormDialog
      endpoint={endpoints.sentCommand.approve}
      title={t(($) => $.approve.title, { name })}
      hidden={{ id }}
      ok={t(($) => $.approve.action)}
      saved={null}
      onSaved={(_row, { agree }) => toast.success(agree ? t(($) => $.approve.agreed) : t(($) => $.approve.denied))}
      fields={[
        {
          name: 'agree',
          label: t(($) => $.approve.decision),
          control: (
            <Radio.Group
              options={[
                { value: true, label: t(($) => $.approve.agree) },
                { value: false, label: t(($) => $.approve.deny) },
              ]}
            />
          ),
        },
        {
          name: 'reason',
          when: denies,
          rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
        },
      ]}
      onClose={onClose}
    >
      <Alert
        className="ew-form-alert"
        type="warning"
        showIcon
        title={t(($) => $.approve.about, { who: requester(row), target: target(row), name })}
        {...(facts ? { description: facts } : {})}
      />
    </FormDialog>
  )
}
