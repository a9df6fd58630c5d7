import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useBrandFields } from './brand-fields.tsx'
import { BrandPreview, type BrandValues } from './brand-preview.tsx'
import { ConfigForm } from './config-form.tsx'

const companyConfig = endpoints.companyConfig
type Config = OutputOf<typeof companyConfig.find>

/** A section of the page about one's own company. */
export interface ConfigSectionProps {
  config: Config
  onReset: () => void
}

const initialOf = ({
  platformName,
  bigFeatures,
  smallFeatures,
  loginLogo,
  loginBgLogo,
  primaryColour,
  filingNotice,
  appDownloadUrl,
  supportPhone,
  watermark,
}: Config) =>
  withoutNulls({
    platformName,
    bigFeatures,
    smallFeatures,
    loginLogo,
    loginBgLogo,
    primaryColour,
    filingNotice,
    appDownloadUrl,
    supportPhone,
    watermark,
  })

/** The branding of one's own company, with a preview of the changes. */
export const BrandForm = ({ config, onReset }: ConfigSectionProps) => {
  const { t } = useTranslation('company')
  const initial = initialOf(config)
  const [values, setValues] = useState<BrandValues>(initial)
  return (
    <div className="ew-company-edit">
      <ConfigForm
        endpoint={companyConfig.update}
        title={t(($) => $.edit.brand)}
        saved={t(($) => $.edit.brandSaved)}
        fields={useBrandFields()}
        initial={initial}
        hidden={{ version: config.version }}
        onValues={setValues}
        onReset={onReset}
      >
        {config.inherited && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.edit.inherited)} />}
      </ConfigForm>
      <aside aria-label={t(($) => $.edit.preview)}>
        <BrandPreview values={values} inherited={config.inherited} />
      </aside>
    </div>
  )
}
