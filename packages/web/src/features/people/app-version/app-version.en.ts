import type { texts as zh } from './app-version.zh.ts'

export const texts: typeof zh = {
  create: { user: 'New user app version', admin: 'New admin app version' },
  editOf: 'Edit version {{number}}',
  platform: 'Phone system',
  companies: 'Companies',
  build: 'Build {{code}}',
  inStore: 'In the store',
  publish: 'Publish',
  publishConfirm: {
    all: 'Publish version {{number}} to everybody? Its file and number cannot be changed after that.',
    company: 'Publish version {{number}} to the chosen companies? Its file and number cannot be changed after that.',
    rollout:
      'Publish version {{number}} to {{percent}} % of the installations? Its file and number cannot be changed after that; the percentage can.',
  },
  published: 'Version {{number}} is published',
  withdraw: 'Withdraw',
  withdrawOf: 'Withdraw version {{number}}',
  withdrawHint:
    'It is no longer offered to any phone, its download address stops working at once, and it cannot be published again. Phones that have it (active in the last 30 days: {{count}}) keep it: publish a higher version to fix them.',
  withdrawn: 'Withdrawn',
  notWithdrawn: 'A withdrawn version cannot be edited',
  onlyDrafts: 'Only drafts can be deleted',
  remove: 'Only a draft that has never been published can be deleted.',
  apk: {
    choose: 'Choose an APK file',
    upload: 'Upload an APK',
    replace: 'Replace the APK',
    stop: 'Cancel upload',
    sending: 'Upload progress',
    examining: 'Reading the APK and checking its signature…',
    onlyApk: 'Choose an .apk file',
    hint: 'Package name, version, build and signing certificate are read from the file, and its signature is checked.',
  },
  form: {
    source: 'Source',
    sourceFile: 'Upload an APK',
    sourceStore: 'Store link',
    apk: 'APK file',
    numberHint: 'Format X.x.xxx: the same as in the APK, and higher than any version published before',
    codeHint: 'Higher than any build published before',
    keyHint:
      'Only if versions are really signed with another key from now on: phones with an older version may have to reinstall the app',
    methodHint:
      'Silent: in the background. Optional: the user can do it later. Forced: the app cannot be used until it is upgraded',
    companiesHint: 'Includes all companies below them',
    rolloutHint: 'Installations are chosen at random; when you raise the percentage, those already included stay in',
    minHint: 'Apps older than this are forced to upgrade',
    draftHint: 'It is saved as a draft. Phones receive it once it is published.',
    publishedHint: 'This version is published: only its notes, upgrade method, audience and minimum version can be changed.',
  },
  detail: {
    title: { user: 'User app {{number}}', admin: 'Admin app {{number}}' },
    offer: 'About the version',
    apk: 'Package',
    store: 'Store',
    record: 'Record',
    withdrawn: 'Withdrawn: {{reason}}',
  },
}
