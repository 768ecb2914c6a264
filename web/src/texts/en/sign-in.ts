/** Signing in and related pages. The specification fixes the labels and messages (spec 2, 5, 8). */
export const signIn = {
  heading: 'Sign in',
  email: 'EMAIL',
  password: 'PASSWORD',
  submit: 'LOG IN',
  forgot: 'FORGOT PASSWORD',
  or: 'or',
  withMicrosoft: 'Sign in with Microsoft',
  ssoOff: 'Single sign-on is not set up',
  notRegistered: 'New here?',
  registerSite: 'Register a site',
  resendConfirmation: 'Resend the confirmation email',
  done: {
    passwordReset: 'Your password was changed. Please sign in with it.',
    confirmed: 'Your account is confirmed. Please sign in.',
    registered: 'Your account was created. Confirm it with the link in the email we sent you.',
  },
  notLifeSafety: 'Not a life-safety system.',
  promise: "Every room has a normal day. You hear from us when it doesn't.",
  unreachable: "Can't reach the server. Check your connection and try again.",
  busy: 'The server is busy. Try again in a moment.',
  invalid: {
    email: 'Please enter a valid email address',
    login: 'Email or password is invalid',
    passwordExpired: 'Temporary password expired please contact your administrator',
    sessionExpired: 'Session expired, please try again',
    confirmed: "Account hasn't been confirmed. Check your email",
    limit: 'Maximum login attempts exceeded',
  },
  loading: {
    label: 'Signing in',
  },
} as const
