import { endpoints, limits } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../../kit/detail/facts.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useMe } from '../../../session/me.tsx'
import { useInfoFields } from './company-fields.tsx'
import { ConfigForm } from './config-form.tsx'
import type { ConfigSectionProps } from './brand-form.tsx'

const companyConfig = endpoints.companyConfig

/** The information of one's own company; what is set by companies above is only shown. */
export const InfoForm = ({ config, onReset }: ConfigSectionProps) => {
  const { t } = useTranslation('company')
  const isTop = useMe().user.accountType === 'siter'
  const { company } = config
  const { zone, fields } = useInfoFields(company, isTop)
  const { name, orgCode, contacter, phone, email, address, timeZone, version } = company
  const language = limits.languages.find((one) => one === company.language)
  return (
    <ConfigForm
      isWide
      endpoint={companyConfig.updateInfo}
      title={t(($) => $.edit.info)}
      saved={t(($) => $.edit.saved)}
      fields={fields}
      initial={withoutNulls({
        name,
        ...(isTop ? { orgCode } : {}),
        domain: company.domainRequested ?? company.domain,
        contacter,
        phone,
        email,
        address,
        timeZone,
        language,
      })}
      hidden={{ version, ...zone }}
      onReset={onReset}
    >
      {!isTop && (
        <Facts
          endpoint={companyConfig.find}
          row={company}
          facts={['orgCode', 'domain', ...(company.domainRequested === null ? [] : (['domainRequested'] as const))]}
        />
      )}
    </ConfigForm>
  )
}
