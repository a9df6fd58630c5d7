import type { NotifyRuleRow } from '@emberwatch/contract'
import { Alert, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { useGone } from './rule-cells.tsx'
import { useRuleWords } from './rule-words.ts'
import { namesIn } from './step-facts.ts'
import './notify-rule.css'

/** What a rule does in words, and what of it does not work. */
export default function RuleDetails({ row, onClose }: { row: NotifyRuleRow; onClose: () => void }) {
  const { t } = useTranslation('notify-rule')
  const { sentence, stepWords } = useRuleWords()
  const goneNames = useGone()(row.named)
  const nameOf = namesIn(row.named)
  return (
    <Drawer open title={row.name} size={640} onClose={onClose}>
      {goneNames !== '' && (
        <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.goneHint, { names: goneNames })} />
      )}
      {row.missing.length > 0 && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.missingHint, { channels: listed(row.missing.map((channel) => enumLabel('notifyMethod', channel))) })}
        />
      )}
      <section className="ew-sentence" aria-label={t(($) => $.form.sentence)}>
        <strong>{t(($) => $.form.sentence)}</strong>
        <p>{sentence(row, nameOf)}</p>
      </section>
      <p>
        <strong>{t(($) => $.form.steps)}</strong>
      </p>
      <ol className="ew-rule-steps">
        {row.steps.map((step, at) => (
          // The steps have no identity of their own.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{stepWords(step, nameOf)}</li>
        ))}
      </ol>
    </Drawer>
  )
}
