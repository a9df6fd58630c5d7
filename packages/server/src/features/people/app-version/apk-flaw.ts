import type { EnumValue } from '@emberwatch/contract'

/** Why an APK is refused. Its text is `enums.apkFlaw`. */
export class ApkFlaw extends Error {
  readonly flaw: EnumValue<'apkFlaw'>
  constructor(flaw: EnumValue<'apkFlaw'>) {
    super(flaw)
    this.name = 'ApkFlaw'
    this.flaw = flaw
  }
}
