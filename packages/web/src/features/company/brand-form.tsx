import { endpoints, limits, type OutputOf } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import type { FormField } from '../../kit/form/form-field.tsx'
import { withoutNulls } from '../../kit/form/without-nulls.ts'
import { UploadField } from '../../kit/form/upload-field.tsx'
import { BrandPreview, type BrandValues } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { ConfigForm } from './config-form.tsx'

const companyConfig = endpoints.companyConfig
const session = endpoints.session
type Config = OutputOf<typeof companyConfig.find>
type Field = FormField<typeof companyConfig.update>

/** A section of the page about one's own company. */
export interface ConfigSectionProps {
  config: Config
  onReset: () => void
}

const imageTypes = ['.png', '.jpg', '.jpeg', '.gif'] as const

const useFields = (): Field[] => {
  const { t } = useTranslation('company')
  const image = (
    name: 'bigFeatures' | 'smallFeatures' | 'loginLogo' | 'loginBgLogo',
    size: 'logo' | 'collapsedLogo' | 'loginLogo' | 'loginBackground',
  ): Field => ({
    name,
    control: (
      <UploadField
        image
        purpose={size}
        accept={imageTypes}
        most={limits.imageBytes}
        advised={limits[size]}
        label={fieldLabel(name)}
        hint={t(($) => $.edit.imageHint, limits[size])}
      />
    ),
  })
  return [
    { name: 'platformName', hint: t(($) => $.edit.platformNameHint) },
    image('bigFeatures', 'logo'),
    image('smallFeatures', 'collapsedLogo'),
    image('loginLogo', 'loginLogo'),
    image('loginBgLogo', 'loginBackground'),
    { name: 'primaryColour', hint: t(($) => $.edit.colourHint), control: <ColourField /> },
    { name: 'filingNotice', kind: 'text', hint: t(($) => $.edit.filingHint) },
    { name: 'appDownloadUrl', kind: 'text', hint: t(($) => $.edit.appHint) },
    'supportPhone',
    { name: 'watermark', hint: t(($) => $.edit.watermarkHint) },
  ]
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

/** One's own company's branding, with a preview of what is changed. */
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
        fields={useFields()}
        initial={initial}
        hidden={{ version: config.version }}
        invalidates={[session.branding, session.info]}
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
