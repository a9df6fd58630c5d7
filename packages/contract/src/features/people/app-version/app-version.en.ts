import type { texts as zh } from './app-version.zh.ts'

export const texts: typeof zh = {
  menus: {
    'version.userApp': 'User app',
    'version.adminApp': 'Admin app',
  },
  operations: {
    'userApp:view': 'View the user app',
    'adminApp:view': 'View the admin app',
    'appVersion:publish': 'Publish app versions',
    'appVersion:withdraw': 'Withdraw app versions',
  },
  subjects: {
    appVersion: 'App version',
  },
  fields: {
    app: 'App',
    platform: 'Phone system',
    versionNumber: 'Version',
    versionCode: 'Build',
    storeUrl: 'Store link',
    packageName: 'Package name',
    certificates: 'Signing certificate (SHA-256)',
    signedBy: 'Signature schemes',
    minSdk: 'Lowest Android API level',
    keyChanged: 'The signing key was changed',
    upgradeMethod: 'Upgrade method',
    appTarget: 'Released to',
    rolloutPercent: 'Roll-out (%)',
    minSupported: 'Minimum supported version',
    activeInstalls: 'Active installs',
    publishedAt: 'Published at',
    publishedBy: 'Published by',
    installId: 'Installation ID',
  },
  enums: {
    appKind: { user: 'User app', admin: 'Admin app' },
    appPlatform: { android: 'Android', ios: 'iOS' },
    appVersionState: { draft: 'Draft', published: 'Published', withdrawn: 'Withdrawn' },
    appTarget: { all: 'Everybody', company: 'Chosen companies', rollout: 'Gradual roll-out' },
    apkFlaw: {
      notArchive: 'this is not a complete APK: the archive is damaged or cut off. Export it again and upload it once more',
      tooManyEntries: 'it has too many entries and was refused',
      bomb: 'it would unpack to an absurd size (a zip bomb) and was refused',
      encrypted: 'it is encrypted and cannot be read',
      noManifest: 'it has no AndroidManifest.xml, so it is not an APK',
      manifestTwice: 'it has more than one AndroidManifest.xml, so it is unclear which one counts; it was refused',
      manifestTooLarge: 'its AndroidManifest.xml is too large; it was refused',
      manifestBroken: 'its AndroidManifest.xml is damaged or not compiled',
      noVersion:
        'its manifest has no valid package name, version name or version code (they must be written out, not given as a resource)',
      split: 'this is only part of a split app; upload the whole APK',
      unsigned: 'it is not signed, so Android would not install it',
      signatureBroken: 'its signature data is damaged',
      signatureUnknown: 'it is signed with algorithms that are not supported',
      signatureWrong: 'its signature does not match: the file was changed or damaged after it was signed',
      signatureStripped: 'its v2/v3 signature has been removed; it was refused',
    },
    apkMismatch: {
      versionNumber: 'the APK says version {{found}}, which differs from {{expected}}',
      versionCode: 'the APK says build {{found}}, which differs from {{expected}}',
      codeNotHigher:
        'build {{found}} must be higher than {{expected}}, which was published before; otherwise phones cannot upgrade',
      numberNotHigher: 'version {{found}} must be higher than {{expected}}, which was published before',
      packageName: 'the package is {{found}}, but was {{expected}} before; phones would treat it as another app',
      otherApp: 'the package {{found}} belongs to the other app ({{expected}})',
      certificate:
        'it is signed with another certificate than the versions before ({{expected}}), so phones would refuse it. If the key really was changed, switch on “The signing key was changed”',
    },
  },
}
