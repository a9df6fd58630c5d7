export const texts = {
  subjects: {
    push: '应用推送',
  },
  fields: {
    p256dh: '浏览器公钥',
    auth: '浏览器密钥',
    pushPublicKey: '平台公钥',
    replaces: '原地址',
  },
  reasons: {
    pushAddress: '不是推送服务的地址',
    pushKeys: '不是浏览器的密钥',
  },
}
