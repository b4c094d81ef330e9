import Portfolio
