import { endpoints } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { given } from '../../kit/form/given.ts'
import { inputFacts } from '../../kit/schema.ts'
import type { PlatformRow } from './operator-platform-list.page.tsx'

const { operatorPlatform } = endpoints
const createFacts = inputFacts(operatorPlatform.create)
const protocols = (createFacts['protocol']?.enum ?? []).map((value) => ({ value, label: value.toUpperCase() }))

/** Adds a carrier platform, or edits one. Its secret is written, never read back. */
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
  const shared = { invalidates: [operatorPlatform.page], onClose }
  if (!row)
    return (
      <FormDialog
        {...shared}
        drawer
        endpoint={operatorPlatform.create}
        title={words.create}
        initial={{ protocol: 'http', enabled: true }}
        fields={['code', ...fields]}
      />
    )
  const { id, version, name, url, appId, remark, enabled } = row
  const protocol = protocolOf(row.protocol)
  return (
    <FormDialog
      {...shared}
      drawer
      endpoint={operatorPlatform.update}
      title={words.edit}
      initial={given({ name, protocol, url, appId, remark, enabled })}
      hidden={{ id, version }}
      fields={fields}
    />
  )
}

const protocolOf = (text: string): 'http' | 'mqtt' | 'coap' => (text === 'mqtt' || text === 'coap' ? text : 'http')
