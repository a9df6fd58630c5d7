import { limits } from '@emberwatch/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { languageNames } from '../../i18n/language.ts'
import { UploadField } from '../../kit/form/upload-field.tsx'
import { useZoneField } from '../../kit/form/zone-field.tsx'
import { QuotasField } from './company-controls.tsx'

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
const licenceTypes = ['.pdf', '.png', '.jpg', '.jpeg'] as const
/** The server's default for attachments (readings.md); its own setting decides. */
const licenceBytes = 20 * 1_048_576

/** The fields that creating and editing a company share. */
export const useCompanyFields = (initial: Parameters<typeof useZoneField>[0] = {}) => {
  const { t } = useTranslation('company')
  const { zone, field } = useZoneField(initial)
  return {
    zone,
    first: ['name', { name: 'orgCode', hint: t(($) => $.form.orgCodeHint) }, 'contacter', 'phone'],
    rest: [
      { name: 'expiresAt', hint: t(($) => $.form.expiresHint) },
      field,
      { name: 'address', kind: 'text' },
      { name: 'quotas', hint: t(($) => $.form.quotasHint), control: <QuotasField /> },
      'email',
      { name: 'domain', kind: 'text', hint: t(($) => $.form.domainHint) },
      'licenceNo',
      {
        name: 'licenceFile',
        control: (
          <UploadField
            purpose="attachment"
            accept={licenceTypes}
            most={licenceBytes}
            label={fieldLabel('licenceFile')}
            hint={t(($) => $.form.licenceHint)}
          />
        ),
      },
      'streetCode',
      {
        name: 'timeZone',
        control: (
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={zones}
            placeholder={t(($) => $.form.timeZoneHint)}
          />
        ),
      },
      { name: 'language', kind: 'select', options: limits.languages.map((value) => ({ value, label: languageNames[value] })) },
    ],
  } as const
}
