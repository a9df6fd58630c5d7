import { Input } from 'antd'
import { limits } from '@emberwatch/contract'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { light } from '../../../theme/palette.ts'
import { isColour } from '../../../theme/contrast.ts'
import { UploadField } from '../../../kit/form/upload-field.tsx'
import type { BrandValues } from './brand-preview.tsx'

interface ColourFieldProps {
  id?: string
  value?: string | undefined
  onChange?: (colour: string | undefined) => void
}

/** A colour, picked or entered. */
const ColourField = ({ id, value, onChange }: ColourFieldProps) => (
  <div className="ew-colour">
    <input
      type="color"
      aria-label={fieldLabel('primaryColour')}
      value={isColour(value) ? value : light.accent}
      onChange={(event) => onChange?.(event.target.value)}
    />
    <Input
      {...(id === undefined ? {} : { id })}
      maxLength={7}
      placeholder={light.accent}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  </div>
)

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
