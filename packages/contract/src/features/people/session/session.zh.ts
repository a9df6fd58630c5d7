export const texts = {
  subjects: {
    session: '会话',
  },
  fields: {
    oldPwd: '原密码',
    newPwd: '新密码',
    captcha: '验证码',
    captchaId: '验证码',
    lastLoginTime: '上次登录',
    companyCode: '公司编码',
  },
}
