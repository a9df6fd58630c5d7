import { limits } from '@emberwatch/contract'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { UploadField } from '../../../kit/form/upload-field.tsx'
import type { BrandValues } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'

interface BrandField {
  name: keyof BrandValues | 'watermark'
  kind?: 'text'
  hint?: string
  control?: ReactElement
}

const imageTypes = ['.png', '.jpg', '.jpeg', '.gif'] as const

/** The fields of a company's branding, for creating and editing. */
export const useBrandFields = (): BrandField[] => {
  const { t } = useTranslation('company')
  const image = (
    name: 'bigFeatures' | 'smallFeatures' | 'loginLogo' | 'loginBgLogo',
    size: 'logo' | 'collapsedLogo' | 'loginLogo' | 'loginBackground',
  ): BrandField => ({
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
    { name: 'supportPhone' },
    { name: 'watermark', hint: t(($) => $.edit.watermarkHint) },
  ]
}
