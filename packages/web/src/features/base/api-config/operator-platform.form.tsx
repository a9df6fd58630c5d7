import { endpoints, type OutputOf } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { inputFacts } from '../../../kit/schema.ts'

const operatorPlatform = endpoints.operatorPlatform
export type PlatformRow = OutputOf<typeof operatorPlatform.page>['list'][number]
const createFacts = inputFacts(operatorPlatform.create)
const protocols = (createFacts['protocol']?.enum ?? []).map((value) => ({ value, label: value.toUpperCase() }))

/** Adds or edits a carrier platform. Its secret is write-only. */
export default function PlatformForm({ row, onClose }: { row: PlatformRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('api-config')
  const words = t(($) => $.platform, { returnObjects: true })
  const urlRules: FormRule[] = [{ pattern: new RegExp(createFacts['url']?.pattern ?? ''), message: words.urlWrong }]
  const secretHint = row === undefined ? words.secretNew : row.hasSecret ? words.secretKept : words.secretNone
  const fields = [
    'name',
    { name: 'protocol', options: protocols },
    { name: 'url', kind: 'text', label: words.columns.url, hint: words.urlHint, rules: urlRules },
    { name: 'appId', label: words.columns.appId },
    { name: 'secret', kind: 'password', hint: secretHint },
    'remark',
    'enabled',
  ] as const
  if (!row)
    return (
      <FormDialog
        drawer
        endpoint={operatorPlatform.create}
        title={words.create}
        initial={{ protocol: 'http', enabled: true }}
        fields={['code', ...fields]}
        onClose={onClose}
      />
    )
  const { id, version, name, url, appId, remark, enabled } = row
  const protocol = protocolOf(row.protocol)
  return (
    <FormDialog
      drawer
      endpoint={operatorPlatform.update}
      title={words.edit}
      initial={withoutNulls({ name, protocol, url, appId, remark, enabled })}
      hidden={{ id, version }}
      fields={fields}
      onClose={onClose}
    />
  )
}

const protocolOf = (text: string): 'http' | 'mqtt' | 'coap' => (text === 'mqtt' || text === 'coap' ? text : 'http')
